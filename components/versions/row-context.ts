import type { Profile } from "#lib/contract/versions.ts";
import { profileKey } from "#lib/fleet/profile-key.ts";
import type { TimeScale } from "#lib/view/versions/time-scale.ts";
import type { Subject, VersionRow } from "#lib/view/versions/version-rows.ts";
import type { TimeWords } from "#lib/view/versions/version-words.ts";
import { clustersAddress } from "./clusters-link.tsx";
import type { RowActions } from "./row-menu-items.tsx";

/** What every row of the page needs beside its version. */
export interface RowContext {
  readonly subject: Subject;
  readonly time: TimeWords;
  readonly scale: TimeScale;
  /** By key. */
  readonly profiles: ReadonlyMap<string, Profile>;
  /** More than one profile is on screen, so each row says which it is of. */
  readonly comparing: boolean;
  /** Minors that a profile lacks although it lists later ones, as `missingMinor` names them. */
  readonly missing: ReadonlySet<string>;
}

/** The filter for clusters on a version or on a pattern of versions. */
export function versionAddress({ profiles, subject }: RowContext, profile: string, text: string): string | undefined {
  const held = profiles.get(profile);
  if (held === undefined) return undefined;
  return subject.kind === "kubernetes"
    ? clustersAddress(held, "k8s", text)
    : clustersAddress(held, "img", `${subject.name}:${text}`);
}

function lists({ lists: held }: Profile, subject: Subject, text: string): boolean {
  const versions =
    subject.kind === "kubernetes"
      ? held?.kubernetes?.versions
      : held?.machineImages?.find(({ name }) => name === subject.name)?.versions;
  return versions?.some(({ version }) => version === text) ?? false;
}

const listSeparator = /%2C|%2F/g;
const readable = (text: string) => encodeURIComponent(text).replace(listSeparator, decodeURIComponent);

export function actionsOf(context: RowContext, row: VersionRow): RowActions {
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
