import { maxComparedEnds } from "#lib/contract/versions.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";

/** All versions of a profile are read once for each end. */
const maxEndsTimesVersions = 1_300;

/** Number of ends of a version that can be compared at once: fewer where the profile lists many hundreds, none for thousands. */
export function comparableEnds({ kubernetes, machineImages }: CloudProfileSpec): number {
  const lists = [kubernetes?.versions, ...(machineImages ?? []).map((image) => image?.versions)];
  const versions = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
  return Math.min(maxComparedEnds, Math.floor(maxEndsTimesVersions / Math.max(1, versions)));
}
