import type { OfferedVersion } from "#lib/announcements/concerned.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { profileKey } from "#lib/fleet/profile-key.ts";
import type { TimeScale } from "#lib/view/versions/time-scale.ts";
import type { VersionTimeContext } from "#lib/view/versions/version-labels.ts";
import type { VersionRow, VersionsPageSubject } from "#lib/view/versions/version-rows.ts";
import { addressOfClustersOnVersion } from "./clusters-link.tsx";
import type { RowActions } from "./version-row-menu-items.tsx";

/** Data that all rows of the versions page share. */
export interface VersionRowContext {
  readonly subject: VersionsPageSubject;
  readonly time: VersionTimeContext;
  readonly scale: TimeScale;
  /** CloudProfiles by their key. */
  readonly profiles: ReadonlyMap<string, Profile>;
  /** Whether several CloudProfiles are shown, so that each row names its own. */
  readonly comparing: boolean;
  /** Minor versions that a profile lacks although it has later ones, as keys made by `missingMinorKey`. */
  readonly missing: ReadonlySet<string>;
}

/** The version of a row as remarks name it. */
export function offeredVersionOf(
  { text, profile }: VersionRow,
  { subject, profiles }: VersionRowContext,
): OfferedVersion {
  const held = profiles.get(profile);
  return {
    version: text,
    ...(subject.kind === "image" && { image: subject.name }),
    profiles: held && [held.name, ...(held.parent === undefined ? [] : [held.parent])],
  };
}

/** Path of the cluster list for a version or a version pattern; undefined for an unknown profile. */
export function addressOfClustersInRow(
  { profiles, subject }: VersionRowContext,
  profile: string,
  text: string,
): string | undefined {
  const held = profiles.get(profile);
  if (held === undefined) return undefined;
  return subject.kind === "kubernetes"
    ? addressOfClustersOnVersion(held, "k8s", text)
    : addressOfClustersOnVersion(held, "img", `${subject.name}:${text}`);
}

function lists({ lists: held }: Profile, subject: VersionsPageSubject, text: string): boolean {
  const versions =
    subject.kind === "kubernetes"
      ? held?.kubernetes?.versions
      : held?.machineImages?.find(({ name }) => name === subject.name)?.versions;
  return versions?.some(({ version }) => version === text) ?? false;
}

const listSeparator = /%2C|%2F/g;
const readable = (text: string) => encodeURIComponent(text).replace(listSeparator, decodeURIComponent);

export function rowActionsOf(context: VersionRowContext, row: VersionRow): RowActions {
  const { profiles, subject } = context;
  const others = [...profiles.values()].filter((profile) => lists(profile, subject, row.text)).map(profileKey);
  const path = subject.kind === "kubernetes" ? "kubernetes" : `images/${encodeURIComponent(subject.name)}`;
  const compared = [row.profile, ...others.filter((key) => key !== row.profile)];
  const isOfGarden = profiles.get(row.profile)?.kind === "CloudProfile" && row.stage !== "not-in-profile";
  const image = subject.kind === "image" ? `&image=${encodeURIComponent(subject.name)}` : "";
  return {
    version: row.text,
    clusters: row.clusters > 0 ? addressOfClustersInRow(context, row.profile, row.text) : undefined,
    compare: compared.length > 1 ? `/versions/${path}?profile=${readable(compared.join(","))}` : undefined,
    whatIf: isOfGarden
      ? `/versions/whatif?profile=${encodeURIComponent(row.profile)}${image}&version=${encodeURIComponent(row.text)}`
      : undefined,
  };
}
