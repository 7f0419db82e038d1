import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";

/** The end of a version as its profile writes it: a date of its own, or the last stage of its lifecycle. */
export function writtenEnd({ lifecycle, expirationDate }: ExpirableVersion): string | undefined {
  if (!lifecycle || lifecycle.length === 0) return expirationDate ?? undefined;
  return lifecycle.find(({ classification }) => classification === "expired")?.startTime ?? undefined;
}
