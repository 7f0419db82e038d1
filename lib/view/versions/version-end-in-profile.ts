import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { secondMs } from "#lib/kube/time-units.ts";

/** Returns the end of a version as written in its profile: `expirationDate`, or the expired stage of its lifecycle. */
export function versionEndInProfile({ lifecycle, expirationDate }: ExpirableVersion): string | undefined {
  if (!lifecycle || lifecycle.length === 0) return expirationDate ?? undefined;
  return lifecycle.find(({ classification }) => classification === "expired")?.startTime ?? undefined;
}

/** A version's last second in epoch milliseconds: lifecycle stages begin after it, an expiration date includes it. */
export function lastSecondOfVersion(version: ExpirableVersion): number | undefined {
  const at = parseInstant(versionEndInProfile(version));
  const isStage = (version.lifecycle ?? []).length > 0;
  return at === undefined || !isStage ? at : at - secondMs;
}
