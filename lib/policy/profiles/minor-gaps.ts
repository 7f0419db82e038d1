import { type ClassificationContext, isPreview, stagesOf } from "../versions/classify.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { parseVersion } from "../versions/parse.ts";
import type { VersionUsage } from "./version-usage.ts";

/** A Kubernetes minor without a usable version between two others: clusters below it cannot be updated across it. */
export interface MinorGap {
  readonly major: number;
  /** The minor number without a usable version. */
  readonly minor: number;
  /** `absent`: the profile lists no version of the minor; `previewOnly`: it lists only previews. */
  readonly reason: "absent" | "previewOnly";
  /** When the minor's first preview becomes usable, in epoch milliseconds; absent if the profile has no date for it. */
  readonly endsAt?: number;
  /** Number of clusters whose control plane runs the minor right below. */
  readonly blockedClusters: number;
}

/** The parsable versions by minor, including the major. */
function byMinor(versions: readonly ListedVersion[]): ReadonlyMap<string, readonly ListedVersion[]> {
  const readable = versions.filter(({ version }) => version !== undefined);
  return Map.groupBy(readable, ({ version }) => `${version?.major}.${version?.minor}`);
}

/**
 * When the first preview of a minor ends: at its first dated stage that is neither preview nor unavailable. Undefined
 * in releases where classification and expiry are separate, because a preview then does not end.
 */
function endOfPreviews(versions: readonly ListedVersion[], reading: ClassificationContext): number | undefined {
  if (reading.model === "separateFields") return undefined;
  const ends = versions.flatMap((listed) =>
    stagesOf(listed, reading).flatMap(({ classification, startsAt }) => {
      const ends = classification !== "preview" && classification !== "unavailable" && startsAt >= reading.now;
      return ends && Number.isFinite(startsAt) ? [startsAt] : [];
    }),
  );
  return ends.length === 0 ? undefined : Math.min(...ends);
}

function clustersOn(major: number, minor: number, usage: VersionUsage): number {
  let clusters = 0;
  for (const [text, { controlPlanes }] of usage.kubernetes) {
    const parsed = parseVersion(text);
    if (parsed.ok && parsed.value.major === major && parsed.value.minor === minor) clusters += controlPlanes;
  }
  return clusters;
}

/**
 * The minor gaps of a profile. A forced update goes exactly one minor up, so a minor without usable versions is a dead
 * end for the one below. The newest minor has nothing above it, which is no gap; a minor with only previews counts when
 * a usable minor follows. Minors more than a hundred apart do not count as neighbours.
 */
export function minorGaps(
  versions: readonly ListedVersion[],
  usage: VersionUsage,
  reading: ClassificationContext,
): readonly MinorGap[] {
  const groups = byMinor(versions);
  const isUsable = (key: string) => groups.get(key)?.some((listed) => !isPreview(listed, reading)) ?? false;
  const usable = [...groups.keys()].filter(isUsable).map((key) => {
    const [major = 0, minor = 0] = key.split(".").map(Number);
    return { major, minor };
  });
  usable.sort((a, b) => a.major - b.major || a.minor - b.minor);
  return usable.flatMap(({ major, minor }, index) => {
    const next = usable[index + 1];
    if (!next || next.major !== major || next.minor - minor > 100) return [];
    const missing = Array.from({ length: next.minor - minor - 1 }, (_, step) => minor + 1 + step);
    return missing.map((gap): MinorGap => {
      const blockedClusters = clustersOn(major, gap - 1, usage);
      const previews = groups.get(`${major}.${gap}`);
      if (previews === undefined) return { major, minor: gap, reason: "absent", blockedClusters };
      const endsAt = endOfPreviews(previews, reading);
      return { major, minor: gap, reason: "previewOnly", ...(endsAt !== undefined && { endsAt }), blockedClusters };
    });
  });
}
