import { maxComparedVersionEnds } from "#lib/contract/versions.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";

/** Maximum product of compared ends and versions, because all versions of a profile are parsed once for each end. */
const maxEndsTimesVersions = 1_300;

/** How many ends of a version can be compared at once: fewer with hundreds of profile versions, none with thousands. */
export function maxComparableEndsOf({ kubernetes, machineImages }: CloudProfileSpec): number {
  const lists = [kubernetes?.versions, ...(machineImages ?? []).map((image) => image?.versions)];
  const versions = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
  return Math.min(maxComparedVersionEnds, Math.floor(maxEndsTimesVersions / Math.max(1, versions)));
}
