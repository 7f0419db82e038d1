import type { Profile } from "#lib/contract/versions.ts";
import { profileKey } from "#lib/fleet/profile-key.ts";
import { type NextUpdate, nextImageUpdate, nextKubernetesUpdate } from "#lib/forecast/next-update.ts";
import {
  expiryOfLifeSegments,
  hasUnreadableDate,
  type LifeSegment,
  lifeSegmentsOf,
  versionStageAt,
} from "#lib/forecast/version-life.ts";
import type { ExpirableVersion, MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { VersionUsage } from "#lib/policy/profiles/version-usage.ts";
import type { ClassificationContext } from "#lib/policy/versions/classify.ts";
import { highestFirst } from "#lib/policy/versions/compare.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";
import { findKubernetesVersionInProfile } from "#lib/policy/versions/maintain-kubernetes.ts";
import { parseVersion, type Version } from "#lib/policy/versions/parse.ts";
import type { PreparedImage, PreparedProfile } from "#lib/policy/versions/prepared-profile.ts";
import { compareText } from "#lib/strings/natural-key.ts";

/** Subject of the page: Kubernetes, or one machine image. */
export type VersionsPageSubject = { readonly kind: "kubernetes" } | { readonly kind: "image"; readonly name: string };

/** Profile with its related profiles and the usage of its versions. */
export interface ProfileWithUsage {
  readonly profile: Profile;
  readonly prepared: PreparedProfile;
  readonly usage: VersionUsage;
  /** Usage of versions by clusters of NamespacedCloudProfiles based on this profile. */
  readonly usageOfChildren: VersionUsage;
  readonly parent: Profile | undefined;
  readonly children: readonly Profile[];
}

/** End of a version that a NamespacedCloudProfile sets differently. Instants are in epoch milliseconds. */
export interface EndOverride {
  readonly profile: string;
  /** End in the CloudProfile; undefined without one. */
  readonly parentEndsAt: number | undefined;
  readonly ownEndsAt: number | undefined;
}

/** Version of a profile as a row of the versions page. */
export interface VersionRow {
  readonly id: string;
  readonly profile: string;
  readonly text: string;
  readonly version: Version | undefined;
  /** Current stage; `not-in-profile` for versions that are used but not listed. */
  readonly stage: string;
  readonly life: readonly LifeSegment[];
  readonly expiresAt: number | undefined;
  readonly unreadableDate: boolean;
  readonly clusters: number;
  /** Number of clusters that use the version through a NamespacedCloudProfile based on this profile. */
  readonly clustersOfChildren: number;
  readonly pools: number;
  readonly image: MachineImageVersion | undefined;
  /** Update strategy of the image: `patch`, `minor` or `major`; empty for Kubernetes. */
  readonly strategy: string;
  /** Overridden ends in this profile or, for a CloudProfile, in the NamespacedCloudProfiles based on it. */
  readonly overrides: readonly EndOverride[];
  /** Whether only the NamespacedCloudProfile lists the version. */
  readonly ownOfProject: boolean;
  /** Returns the next updates of clusters on the version. Lazy, as few of possibly hundreds of versions are visible. */
  readonly next: () => NextUpdate;
}

interface Used {
  readonly clusters: number;
  readonly pools: number;
}

const unused: Used = { clusters: 0, pools: 0 };

type Entry = ExpirableVersion | MachineImageVersion;

function entriesOf(lists: Profile["lists"], subject: VersionsPageSubject): readonly Entry[] {
  if (subject.kind === "kubernetes") return lists?.kubernetes?.versions ?? [];
  return lists?.machineImages?.find(({ name }) => name === subject.name)?.versions ?? [];
}

const endOf = (entries: readonly Entry[], text: string) =>
  parseInstant(entries.find(({ version }) => version === text)?.expirationDate);

function overridesOf(
  { profile, parent, children }: ProfileWithUsage,
  subject: VersionsPageSubject,
  text: string,
): readonly EndOverride[] {
  const says = (child: Profile) => entriesOf(child.overrides, subject).some(({ version }) => version === text);
  const effective = (child: Profile) => endOf(entriesOf(child.lists, subject), text);
  if (profile.kind === "NamespacedCloudProfile") {
    const base = entriesOf(parent?.lists, subject);
    if (!says(profile) || !base.some(({ version }) => version === text)) return [];
    return [{ profile: profileKey(profile), parentEndsAt: endOf(base, text), ownEndsAt: effective(profile) }];
  }
  const own = endOf(entriesOf(profile.lists, subject), text);
  return children
    .filter(says)
    .map((child) => ({ profile: profileKey(child), parentEndsAt: own, ownEndsAt: effective(child) }));
}

function isOwnOfProject({ profile, parent }: ProfileWithUsage, subject: VersionsPageSubject, text: string): boolean {
  if (profile.kind !== "NamespacedCloudProfile" || parent === undefined) return false;
  return !entriesOf(parent.lists, subject).some(({ version }) => version === text);
}

interface Lists {
  readonly versions: readonly ListedVersion<MachineImageVersion>[];
  readonly image: PreparedImage | undefined;
  readonly used: ReadonlyMap<string, Used>;
}

function listsOf({ prepared, usage }: ProfileWithUsage, subject: VersionsPageSubject): Lists {
  if (subject.kind === "kubernetes") return { versions: prepared.kubernetes, image: undefined, used: usage.kubernetes };
  const image = prepared.images.find(({ name }) => name === subject.name);
  return { versions: image?.versions ?? [], image, used: usage.images.get(subject.name) ?? new Map() };
}

/** Whether a profile lists a version. Maintenance compares Kubernetes versions as numbers, image versions as text. */
function isListed({ versions, image }: Lists, text: string): boolean {
  if (image !== undefined || versions.length === 0) return versions.some((listed) => listed.text === text);
  const listed = findKubernetesVersionInProfile(versions, text);
  return listed.ok ? listed.value !== undefined : versions.some((one) => one.text === text);
}

/** Returns the versions of a profile, highest first, followed by versions that are used but not listed. */
export function versionRows(
  read: ProfileWithUsage,
  subject: VersionsPageSubject,
  reading: ClassificationContext,
): readonly VersionRow[] {
  const lists = listsOf(read, subject);
  const profile = profileKey(read.profile);
  const nextOf = (text: string, expiresAt: number | undefined, mustLeaveNow: boolean) => {
    const question = { text, expiresAt, mustLeaveNow, reading };
    if (subject.kind === "kubernetes") return nextKubernetesUpdate(lists.versions, question);
    return nextImageUpdate(lists.image ?? { name: subject.name, strategy: "", versions: [] }, question);
  };
  const usedByChildren = listsOf({ ...read, usage: read.usageOfChildren }, subject).used;
  const listed = lists.versions.map((version, index): VersionRow => {
    const life = lifeSegmentsOf(version, reading);
    const expiresAt = expiryOfLifeSegments(life);
    const stage = versionStageAt(version, reading);
    const { clusters, pools } = lists.used.get(version.text) ?? unused;
    return {
      id: `${profile} ${index} ${version.text}`,
      profile,
      text: version.text,
      version: version.version,
      stage,
      life,
      expiresAt,
      unreadableDate: hasUnreadableDate(version),
      clusters,
      clustersOfChildren: usedByChildren.get(version.text)?.clusters ?? 0,
      pools,
      image: subject.kind === "image" ? version.entry : undefined,
      strategy: lists.image?.strategy ?? "",
      overrides: overridesOf(read, subject, version.text),
      ownOfProject: isOwnOfProject(read, subject, version.text),
      next: () => nextOf(version.text, expiresAt, stage === "expired"),
    };
  });
  const unlisted = [...lists.used].filter(([text]) => !isListed(lists, text));
  const used = unlisted.map(([text, { clusters, pools }]): VersionRow => {
    const parsed = parseVersion(text);
    return {
      id: `${profile} used ${text}`,
      profile,
      text,
      version: parsed.ok ? parsed.value : undefined,
      stage: "not-in-profile",
      life: [],
      expiresAt: undefined,
      unreadableDate: false,
      clusters,
      clustersOfChildren: 0,
      pools,
      image: undefined,
      strategy: "",
      overrides: [],
      ownOfProject: false,
      next: () => nextOf(text, undefined, true),
    };
  });
  return [...listed, ...used].sort(compareVersionRows);
}

/** Compares version rows: highest first, unparsable ones last; equal versions of several profiles stay together. */
export function compareVersionRows(a: VersionRow, b: VersionRow): number {
  return highestFirst(a.version, b.version) || compareText(a.text, b.text);
}
