import { type Message, message, text } from "#lib/language/text.ts";
import type { ProfileFinding } from "#lib/policy/profiles/profile-findings.ts";
import { formatList } from "#lib/words/format-list.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";
import type { VersionsPageSubject } from "./version-rows.ts";

/** Description of a finding about a profile, for operators. */
export interface FindingDescription {
  readonly hue: "negative" | "caution";
  readonly sentence: string;
  /** Remedy of the finding. */
  readonly remedy: string;
  /** Affected clusters, as a filter of the cluster list; absent if there are none. */
  readonly clusters?: { readonly count: number; readonly key: "k8s" | "img"; readonly value: string };
}

type Finding<Id extends ProfileFinding["id"]> = Extract<ProfileFinding, { id: Id }>;

const nameOf = (image: string | undefined, version: string) =>
  image === undefined ? text("Kubernetes {version}", { version }) : text("Image {image} {version}", { image, version });

function usedBy({
  image,
  version,
  clusters,
}: Finding<"expired-in-use" | "unlisted-in-use">): NonNullable<FindingDescription["clusters"]> {
  return image === undefined
    ? { count: clusters, key: "k8s", value: version }
    : { count: clusters, key: "img", value: `${image}:${version}` };
}

function missingMinor(finding: Finding<"missing-minor">): FindingDescription {
  const { major, minor, blockedClusters } = finding;
  const below = `${major}.${minor - 1}`;
  return {
    hue: blockedClusters > 0 ? "negative" : "caution",
    sentence: missingDescription(finding, below),
    remedy: text("Add a usable {major}.{minor}: a forced update goes exactly one minor up.", { major, minor }),
    ...(blockedClusters > 0 && { clusters: { count: blockedClusters, key: "k8s" as const, value: `${below}.*` } }),
  };
}

function missingDescription(finding: Finding<"missing-minor">, below: string): string {
  const { major, minor, reason, endsAt, blockedClusters: clusters } = finding;
  if (reason === "absent")
    return text(
      "Kubernetes {major}.{minor} has no version in the profile: a dead end for {clusters, plural, =0 {no cluster} one {# cluster} other {# clusters}} on {below}.",
      { major, minor, clusters, below },
    );
  if (endsAt === undefined)
    return text(
      "Kubernetes {major}.{minor} has preview versions only: a dead end for {clusters, plural, =0 {no cluster} one {# cluster} other {# clusters}} on {below}.",
      { major, minor, clusters, below },
    );
  return text(
    "Kubernetes {major}.{minor} has preview versions only until {end}: a dead end for {clusters, plural, =0 {no cluster} one {# cluster} other {# clusters}} on {below}.",
    { major, minor, end: formatVersionEndDate(endsAt), clusters, below },
  );
}

/** Returns whether a finding belongs to the page of Kubernetes or of a machine image. */
export function isFindingAboutSubject(finding: ProfileFinding, subject: VersionsPageSubject): boolean {
  const image = "image" in finding ? finding.image : undefined;
  return subject.kind === "kubernetes" ? image === undefined : image === subject.name;
}

type PlainFinding = Exclude<ProfileFinding, Finding<"missing-minor" | "supported-twice">>;

/** Texts of findings, in which the facts of a finding are inserted. */
const plainFindings: {
  readonly [Id in PlainFinding["id"]]: Pick<FindingDescription, "hue"> & {
    readonly sentence: Message;
    readonly remedy: Message;
  };
} = {
  "expired-in-use": {
    hue: "negative",
    sentence: message(
      "{name} has expired and is still used by {clusters, plural, one {# cluster} other {# clusters}}.",
    ),
    remedy: message("These clusters will be force-updated. Check for blocked ones."),
  },
  "unlisted-in-use": {
    hue: "negative",
    sentence: message(
      "{name} is not in the profile and is used by {clusters, plural, one {# cluster} other {# clusters}}.",
    ),
    remedy: message("Maintenance treats it as expired."),
  },
  "image-end-of-life": {
    hue: "negative",
    sentence: message(
      "Image {image}: its newest version {version} has expired, and strategy major takes nothing expired.",
    ),
    remedy: message("Add a newer version, or have owners change the image."),
  },
  "supported-ends-soon": {
    hue: "caution",
    sentence: message("{name} is supported but ends {end}."),
    remedy: message("Offer its successor as supported before that."),
  },
  "deprecated-without-end": {
    hue: "caution",
    sentence: message("{name} is deprecated, and has no expiration date."),
    remedy: message("Set one."),
  },
  "unavailable-may-be-picked": {
    hue: "caution",
    sentence: message("{name} is not available yet, but maintenance may pick it."),
    remedy: message("The API server then refuses the whole run for an image; list it when its first stage starts."),
  },
  "unreadable-version": {
    hue: "negative",
    sentence: message("{name} cannot be read as a version."),
    remedy: message("Correct it in the profile."),
  },
  "unreadable-date": {
    hue: "negative",
    sentence: message("A date of {name} cannot be read and is treated as never."),
    remedy: message("Use the form 2026-11-24T23:59:59Z."),
  },
  "duplicate-version": {
    hue: "caution",
    sentence: message("{name} is listed twice; the first entry counts."),
    remedy: message("Remove one."),
  },
};

/** Findings that quote the entry as written, because it may not be a valid version. */
const asWritten: ReadonlySet<ProfileFinding["id"]> = new Set([
  "unreadable-version",
  "unreadable-date",
  "duplicate-version",
]);

/** Describes a finding with its remedy. */
export function describeProfileFinding(finding: ProfileFinding): FindingDescription {
  if (finding.id === "missing-minor") return missingMinor(finding);
  if (finding.id === "supported-twice") return supportedTwice(finding);
  const { hue, sentence, remedy } = plainFindings[finding.id];
  const { image, version } = finding;
  const inUse = "clusters" in finding ? usedBy(finding) : undefined;
  const facts = {
    image: image ?? "",
    version,
    name: nameOf(image, asWritten.has(finding.id) ? `“${version}”` : version),
    clusters: inUse?.count ?? 0,
    end: "endsAt" in finding ? formatVersionEndDate(finding.endsAt) : "",
  };
  return { hue, sentence: text(sentence, facts), remedy: text(remedy), ...(inUse && { clusters: inUse }) };
}

function supportedTwice({ image, versions: all }: Finding<"supported-twice">): FindingDescription {
  const versions = formatList(all);
  return {
    hue: "caution",
    sentence:
      image === undefined
        ? text("Kubernetes {versions} are supported at the same time in one minor.", { versions })
        : text("Image {image} {versions} are supported at the same time in one minor.", { image, versions }),
    remedy: text("Deprecate all but the newest."),
  };
}
