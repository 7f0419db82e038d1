import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { secondMs } from "#lib/kube/time-units.ts";

/** End of a version as written in its profile: `expirationDate`, or the expired stage of its lifecycle. */
export function writtenEnd({ lifecycle, expirationDate }: ExpirableVersion): string | undefined {
  if (!lifecycle || lifecycle.length === 0) return expirationDate ?? undefined;
  return lifecycle.find(({ classification }) => classification === "expired")?.startTime ?? undefined;
}

/** Last second of a version in epoch milliseconds: a stage of a lifecycle begins after it, an expiration date includes it. */
export function lastSecondOf(version: ExpirableVersion): number | undefined {
  const at = parseInstant(writtenEnd(version));
  const isStage = (version.lifecycle ?? []).length > 0;
  return at === undefined || !isStage ? at : at - secondMs;
}
