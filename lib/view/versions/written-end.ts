import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";

/** End of a version as written in its profile: `expirationDate`, or the expired stage of its lifecycle. */
export function writtenEnd({ lifecycle, expirationDate }: ExpirableVersion): string | undefined {
  if (!lifecycle || lifecycle.length === 0) return expirationDate ?? undefined;
  return lifecycle.find(({ classification }) => classification === "expired")?.startTime ?? undefined;
}
