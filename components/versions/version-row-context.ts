import type { Profile } from "#lib/contract/versions.ts";
import { profileKey } from "#lib/fleet/profile-key.ts";
import type { TimeScale } from "#lib/view/versions/time-scale.ts";
import type { VersionTimeContext } from "#lib/view/versions/version-labels.ts";
import type { VersionRow, VersionsPageSubject } from "#lib/view/versions/version-rows.ts";
import { clustersAddress } from "./clusters-link.tsx";
import type { RowActions } from "./version-row-menu-items.tsx";

/** Context shared by all rows of the page. */
export interface VersionRowContext {
  readonly subject: VersionsPageSubject;
  readonly time: VersionTimeContext;
  readonly scale: TimeScale;
  /** Profiles by key. */
  readonly profiles: ReadonlyMap<string, Profile>;
  /** Several profiles are on screen, so each row names its own. */
  readonly comparing: boolean;
  /** Minors missing in a profile although it has later ones, as keys from `missingMinor`. */
  readonly missing: ReadonlySet<string>;
}

/** Returns the address of the clusters on a version or a pattern of versions. */
export function versionAddress(
  { profiles, subject }: VersionRowContext,
  profile: string,
  text: string,
): string | undefined {
  const held = profiles.get(profile);
  if (held === undefined) return undefined;
  return subject.kind === "kubernetes"
    ? clustersAddress(held, "k8s", text)
    : clustersAddress(held, "img", `${subject.name}:${text}`);
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

export function actionsOf(context: VersionRowContext, row: VersionRow): RowActions {
  const { profiles, subject } = context;
  const others = [...profiles.values()].filter((profile) => lists(profile, subject, row.text)).map(profileKey);
  const path = subject.kind === "kubernetes" ? "kubernetes" : `images/${encodeURIComponent(subject.name)}`;
  const compared = [row.profile, ...others.filter((key) => key !== row.profile)];
  const isOfGarden = profiles.get(row.profile)?.kind === "CloudProfile" && row.stage !== "not-in-profile";
  const image = subject.kind === "image" ? `&image=${encodeURIComponent(subject.name)}` : "";
  return {
    version: row.text,
    clusters: row.clusters > 0 ? versionAddress(context, row.profile, row.text) : undefined,
    compare: compared.length > 1 ? `/versions/${path}?profile=${readable(compared.join(","))}` : undefined,
    whatIf: isOfGarden
      ? `/versions/whatif?profile=${encodeURIComponent(row.profile)}${image}&version=${encodeURIComponent(row.text)}`
      : undefined,
  };
}
