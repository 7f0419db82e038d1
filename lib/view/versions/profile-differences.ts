import type { Profile } from "#lib/contract/versions.ts";
import { versionEndInProfile } from "./version-end-in-profile.ts";

/** Classification and end of a version in a compact form for storage. */
export type VersionFacts = readonly [classification: string, end: string];

/** State of a profile at the last visit, keyed by `kubernetes` or image name, and version. */
export type ProfileSnapshot = Readonly<Record<string, VersionFacts>>;

/** Difference of a version from the state of its profile at the last visit. */
export interface ProfileDifference {
  /** Name of the machine image; undefined for Kubernetes. */
  readonly image: string | undefined;
  readonly version: string;
  readonly kind: "added" | "removed" | "end-moved" | "reclassified";
  readonly was: string;
  readonly is: string;
}

type Lists = NonNullable<Profile["lists"]>;
type Versions = NonNullable<NonNullable<Lists["kubernetes"]>["versions"]>;

const separator = "\n";

function factsOf(version: Versions[number]): VersionFacts {
  const { lifecycle, classification } = version;
  const end = versionEndInProfile(version) ?? "";
  if (!lifecycle || lifecycle.length === 0) return [classification ?? "", end];
  const stages = lifecycle.filter((stage) => stage.classification !== "expired");
  return [stages.map(({ classification: name, startTime }) => `${name} ${startTime ?? ""}`.trim()).join(", "), end];
}

/** Returns the state of a profile to store until the next visit. Of duplicate versions, the first one counts. */
export function profileSnapshotOf(lists: Profile["lists"]): ProfileSnapshot {
  const seen = new Map<string, VersionFacts>();
  const remember = (image: string, versions: Versions | null | undefined) => {
    for (const version of versions ?? []) {
      const key = `${image}${separator}${version.version}`;
      if (!seen.has(key)) seen.set(key, factsOf(version));
    }
  };
  remember("", lists?.kubernetes?.versions);
  for (const { name, versions } of lists?.machineImages ?? []) remember(name, versions);
  return Object.fromEntries(seen);
}

function differenceOf(key: string, was: VersionFacts | undefined, is: VersionFacts | undefined): ProfileDifference[] {
  const at = key.indexOf(separator);
  const about = { image: key.slice(0, at) || undefined, version: key.slice(at + 1) };
  if (was === undefined && is !== undefined) return [{ ...about, kind: "added", was: "", is: is[0] }];
  if (was !== undefined && is === undefined) return [{ ...about, kind: "removed", was: was[0], is: "" }];
  if (was === undefined || is === undefined) return [];
  const differences: ProfileDifference[] = [];
  if (was[1] !== is[1]) differences.push({ ...about, kind: "end-moved", was: was[1], is: is[1] });
  if (was[0] !== is[0]) differences.push({ ...about, kind: "reclassified", was: was[0], is: is[0] });
  return differences;
}

/** Returns the differences from the state at the last visit, in the order of the version lists. */
export function profileDifferences(was: ProfileSnapshot, is: ProfileSnapshot): readonly ProfileDifference[] {
  const keys = new Set([...Object.keys(is), ...Object.keys(was)]);
  return [...keys].flatMap((key) => differenceOf(key, own(was, key), own(is, key)));
}

function own(seen: ProfileSnapshot, key: string): VersionFacts | undefined {
  return Object.hasOwn(seen, key) ? seen[key] : undefined;
}
