import type { FleetRow } from "#lib/contract/fleet.ts";
import { followsProfile, profileKey } from "#lib/fleet/profile-key.ts";
import { type MinorGap, minorGaps } from "#lib/policy/profiles/minor-gaps.ts";
import type { ClassificationContext } from "#lib/policy/versions/classify.ts";
import { parseVersion, type Version } from "#lib/policy/versions/parse.ts";
import { clustersByGroup } from "./usage-of-rows.ts";
import {
  compareVersionRows,
  type ProfileWithUsage,
  type VersionRow,
  type VersionsPageSubject,
  versionRows,
} from "./version-rows.ts";

/** Kubernetes minor that clusters of a profile cannot cross in an update. */
export interface MinorGapRow extends MinorGap {
  readonly profile: string;
  readonly label: string;
}

/** Versions of one minor; for a machine image, of one major. */
export interface VersionGroup {
  /** Key of the group: `1.33`; `1592` for an image; `unreadable` for unparsable versions. */
  readonly key: string;
  readonly rows: readonly VersionRow[];
  readonly gaps: readonly MinorGapRow[];
  /** Distinct clusters on any version of the group. */
  readonly clusters: number;
}

export const unreadableVersionsGroupKey = "unreadable";

/** Key of a version's group: the minor for Kubernetes, updated minor by minor, and the major for machine images. */
export function versionGroupKeyOf(version: Version | undefined, subject: VersionsPageSubject): string {
  if (version === undefined) return unreadableVersionsGroupKey;
  return subject.kind === "kubernetes" ? `${version.major}.${version.minor}` : String(version.major);
}

function groupOfText(text: string, subject: VersionsPageSubject): string {
  const parsed = parseVersion(text);
  return versionGroupKeyOf(parsed.ok ? parsed.value : undefined, subject);
}

function groupsOfRow(row: FleetRow, subject: VersionsPageSubject): readonly string[] {
  const texts =
    subject.kind === "kubernetes"
      ? [row.kubernetes.version, ...row.pinnedPools.map(({ version }) => version)]
      : row.images.filter(({ name }) => name === subject.name).map(({ version }) => version);
  return texts.map((text) => groupOfText(text, subject));
}

function gapsOf(
  { profile, prepared, usage }: ProfileWithUsage,
  subject: VersionsPageSubject,
  reading: ClassificationContext,
): readonly MinorGapRow[] {
  if (subject.kind === "image") return [];
  const key = profileKey(profile);
  return minorGaps(prepared.kubernetes, usage, reading).map((gap) => ({
    ...gap,
    profile: key,
    label: `${gap.major}.${gap.minor}`,
  }));
}

/** Compares group keys: highest first, unparsable ones last. */
function compareGroups(a: string, b: string): number {
  if (a === unreadableVersionsGroupKey || b === unreadableVersionsGroupKey)
    return a === unreadableVersionsGroupKey ? 1 : -1;
  const [majorA = 0, minorA = 0] = a.split(".").map(Number);
  const [majorB = 0, minorB = 0] = b.split(".").map(Number);
  return majorB - majorA || minorB - minorA;
}

export interface VersionGroupsInput {
  readonly profiles: readonly ProfileWithUsage[];
  readonly subject: VersionsPageSubject;
  readonly reading: ClassificationContext;
  /** Rows of the clusters that the user sees. */
  readonly rows: readonly FleetRow[];
}

/** Versions of one or several profiles by minor, with the missing minors in between. */
export function versionGroups({ profiles, subject, reading, rows }: VersionGroupsInput): readonly VersionGroup[] {
  const versions = profiles.flatMap((read) => versionRows(read, subject, reading)).sort(compareVersionRows);
  const gaps = profiles.flatMap((read) => gapsOf(read, subject, reading));
  const followers = rows.filter((row) => profiles.some(({ profile }) => followsProfile(row, profile)));
  const clusters = clustersByGroup(followers, (row) => groupsOfRow(row, subject));
  const byKey = Map.groupBy(versions, ({ version }) => versionGroupKeyOf(version, subject));
  const keys = new Set([...byKey.keys(), ...gaps.map(({ label }) => label)]);
  return [...keys].sort(compareGroups).map((key) => ({
    key,
    rows: byKey.get(key) ?? [],
    gaps: gaps.filter(({ label }) => label === key),
    clusters: clusters.get(key) ?? 0,
  }));
}
