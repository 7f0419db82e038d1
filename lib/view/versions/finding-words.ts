import { text } from "#lib/language/text.ts";
import type { ProfileFinding } from "#lib/policy/profiles/profile-findings.ts";
import { formatEndDate } from "#lib/words/version-end.ts";
import { listed } from "#lib/words/words.ts";
import type { Subject } from "./version-rows.ts";

/** A finding as an operator reads it. */
export interface FindingWords {
  readonly hue: "negative" | "caution";
  readonly sentence: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The clusters it is about, as filters of the list of clusters; absent when it is about none. */
  readonly clusters?: { readonly count: number; readonly key: "k8s" | "img"; readonly value: string };
}

type Finding<Id extends ProfileFinding["id"]> = Extract<ProfileFinding, { id: Id }>;

const nameOf = (image: string | undefined, version: string) =>
  image === undefined ? text("Kubernetes {version}", { version }) : text("Image {image} {version}", { image, version });

function usedBy({
  image,
  version,
  clusters,
}: Finding<"expired-in-use" | "unlisted-in-use">): NonNullable<FindingWords["clusters"]> {
  return image === undefined
    ? { count: clusters, key: "k8s", value: version }
    : { count: clusters, key: "img", value: `${image}:${version}` };
}

function missingMinor(finding: Finding<"missing-minor">): FindingWords {
  const { major, minor, reason, endsAt, blockedClusters } = finding;
  const below = `${major}.${minor - 1}`;
  return {
    hue: blockedClusters > 0 ? "negative" : "caution",
    sentence: missingSentence(reason, endsAt, { major, minor, clusters: blockedClusters, below }),
    remedy: text("Add a usable {major}.{minor}: a forced update goes exactly one minor up.", { major, minor }),
    ...(blockedClusters > 0 && { clusters: { count: blockedClusters, key: "k8s" as const, value: `${below}.*` } }),
  };
}

interface MissingValues {
  readonly major: number;
  readonly minor: number;
  readonly clusters: number;
  readonly below: string;
}

function missingSentence(
  reason: Finding<"missing-minor">["reason"],
  endsAt: number | undefined,
  { major, minor, clusters, below }: MissingValues,
): string {
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
    { major, minor, end: formatEndDate(endsAt), clusters, below },
  );
}

/** Whether a finding belongs to the page of Kubernetes, or to that of one image. */
export function isAbout(finding: ProfileFinding, subject: Subject): boolean {
  const image = "image" in finding ? finding.image : undefined;
  return subject.kind === "kubernetes" ? image === undefined : image === subject.name;
}

/** A finding in words, with what ends it. */
export function findingWords(finding: ProfileFinding): FindingWords {
  switch (finding.id) {
    case "missing-minor":
      return missingMinor(finding);
    case "expired-in-use":
      return {
        hue: "negative",
        sentence: text(
          "{name} has expired and is still used by {clusters, plural, one {# cluster} other {# clusters}}.",
          { name: nameOf(finding.image, finding.version), clusters: finding.clusters },
        ),
        remedy: text("These clusters will be force-updated. Check for blocked ones."),
        clusters: usedBy(finding),
      };
    case "unlisted-in-use":
      return {
        hue: "negative",
        sentence: text(
          "{name} is not in the profile and is used by {clusters, plural, one {# cluster} other {# clusters}}.",
          { name: nameOf(finding.image, finding.version), clusters: finding.clusters },
        ),
        remedy: text("Maintenance treats it as expired."),
        clusters: usedBy(finding),
      };
    case "image-end-of-life":
      return {
        hue: "negative",
        sentence: text(
          "Image {image}: its newest version {version} has expired, and strategy major takes nothing expired.",
          { image: finding.image, version: finding.version },
        ),
        remedy: text("Add a newer version, or have owners change the image."),
      };
    case "supported-ends-soon":
      return {
        hue: "caution",
        sentence: text("{name} is supported but ends {end}.", {
          name: nameOf(finding.image, finding.version),
          end: formatEndDate(finding.endsAt),
        }),
        remedy: text("Offer its successor as supported before that."),
      };
    case "supported-twice":
      return {
        hue: "caution",
        sentence: supportedTwice(finding.image, listed(finding.versions)),
        remedy: text("Deprecate all but the newest."),
      };
    case "deprecated-without-end":
      return {
        hue: "caution",
        sentence: text("{name} is deprecated, and has no expiration date.", {
          name: nameOf(finding.image, finding.version),
        }),
        remedy: text("Set one."),
      };
    case "unavailable-may-be-picked":
      return {
        hue: "caution",
        sentence: text("{name} is not available yet, but maintenance may pick it.", {
          name: nameOf(finding.image, finding.version),
        }),
        remedy: text("The API server then refuses the whole run for an image; list it when its first stage starts."),
      };
    default:
      return faultWords(finding);
  }
}

function supportedTwice(image: string | undefined, versions: string): string {
  return image === undefined
    ? text("Kubernetes {versions} are supported at the same time in one minor.", { versions })
    : text("Image {image} {versions} are supported at the same time in one minor.", { image, versions });
}

function faultWords(finding: Finding<"unreadable-version" | "unreadable-date" | "duplicate-version">): FindingWords {
  const name = nameOf(finding.image, `“${finding.version}”`);
  switch (finding.id) {
    case "unreadable-version":
      return {
        hue: "negative",
        sentence: text("{name} cannot be read as a version.", { name }),
        remedy: text("Correct it in the profile."),
      };
    case "unreadable-date":
      return {
        hue: "negative",
        sentence: text("A date of {name} cannot be read and is treated as never.", { name }),
        remedy: text("Use the form 2026-11-24T23:59:59Z."),
      };
    case "duplicate-version":
      return {
        hue: "caution",
        sentence: text("{name} is listed twice; the first entry counts.", { name }),
        remedy: text("Remove one."),
      };
    default:
      return finding satisfies never;
  }
}
