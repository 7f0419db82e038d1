import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { followsProfile, profileKey } from "#lib/fleet/profile-key.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { usageOfRows } from "./usage-of-rows.ts";
import type { ProfileWithUsage, VersionsPageSubject } from "./version-rows.ts";

const nothing = {};

/** Returns a profile with all data that its page needs. */
export function profileWithUsageOf(
  profile: Profile,
  all: readonly Profile[],
  rows: readonly FleetRow[],
): ProfileWithUsage {
  const children = all.filter(({ parent }) => profile.kind === "CloudProfile" && parent === profile.name);
  return {
    profile,
    prepared: prepareProfile(profile.lists ?? nothing),
    usage: usageOfRows(rows.filter((row) => followsProfile(row, profile))),
    usageOfChildren: usageOfRows(rows.filter((row) => children.some((child) => followsProfile(row, child)))),
    parent: all.find(({ kind, name }) => kind === "CloudProfile" && name === profile.parent),
    children,
  };
}

function offers({ lists }: Profile, subject: VersionsPageSubject): boolean {
  if (subject.kind === "kubernetes") return (lists?.kubernetes?.versions?.length ?? 0) > 0;
  return lists?.machineImages?.some(({ name }) => name === subject.name) ?? false;
}

/** Returns the selected profiles; by default the one that most visible clusters use. */
export function chooseProfiles(
  all: readonly Profile[],
  asked: readonly string[],
  { rows, subject }: { readonly rows: readonly FleetRow[]; readonly subject: VersionsPageSubject },
): { readonly chosen: readonly Profile[]; readonly unknown: readonly string[] } {
  const byKey = new Map(all.map((profile) => [profileKey(profile), profile]));
  const chosen = asked.flatMap((key) => byKey.get(key) ?? []);
  const unknown = asked.filter((key) => !byKey.has(key));
  if (chosen.length > 0) return { chosen, unknown };
  const able = all.filter((profile) => offers(profile, subject));
  const size = (profile: Profile) => rows.filter((row) => followsProfile(row, profile)).length;
  const sized = (able.length > 0 ? able : all).map((profile) => ({ profile, clusters: size(profile) }));
  const largest = sized.reduce<(typeof sized)[number] | undefined>(
    (best, one) => (best === undefined || one.clusters > best.clusters ? one : best),
    undefined,
  );
  return { chosen: largest ? [largest.profile] : [], unknown };
}

/** Returns the distinct machine image names of the profiles, in their order. */
export function machineImageNamesOf(profiles: readonly Profile[]): readonly string[] {
  return [...new Set(profiles.flatMap(({ lists }) => (lists?.machineImages ?? []).map(({ name }) => name)))];
}

/** Returns in which model a profile defines the stages of its versions. */
export function stageModelOfProfile(profile: Profile): "classification" | "lifecycle" | "both" {
  const { lists } = profile;
  const versions = [
    ...(lists?.kubernetes?.versions ?? []),
    ...(lists?.machineImages ?? []).flatMap((image) => image.versions ?? []),
  ];
  const staged = versions.filter(({ lifecycle }) => (lifecycle?.length ?? 0) > 0).length;
  if (staged === 0) return "classification";
  return staged === versions.length ? "lifecycle" : "both";
}
