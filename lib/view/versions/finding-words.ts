import { countOf } from "#lib/words/count.ts";
import { formatEndDate } from "#lib/words/version-end.ts";
import { listed } from "#lib/words/words.ts";
import type { ProfileFinding } from "../../policy/profiles/profile-findings.ts";
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
  image === undefined ? `Kubernetes ${version}` : `Image ${image} ${version}`;

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
  const until = endsAt === undefined ? "" : ` until ${formatEndDate(endsAt)}`;
  const why = reason === "absent" ? "has no version in the profile" : `has preview versions only${until}`;
  return {
    hue: "negative",
    sentence: `Kubernetes ${major}.${minor} ${why}: a dead end for ${countOf(blockedClusters, "cluster")} on ${below}.`,
    remedy: `Add a usable ${major}.${minor}: a forced update goes exactly one minor up.`,
    ...(blockedClusters > 0 && { clusters: { count: blockedClusters, key: "k8s" as const, value: `${below}.*` } }),
  };
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
        sentence: `${nameOf(finding.image, finding.version)} has expired and is still used by ${countOf(finding.clusters, "cluster")}.`,
        remedy: "These clusters will be force-updated. Check for blocked ones.",
        clusters: usedBy(finding),
      };
    case "unlisted-in-use":
      return {
        hue: "negative",
        sentence: `${nameOf(finding.image, finding.version)} is not in the profile and is used by ${countOf(finding.clusters, "cluster")}.`,
        remedy: "Maintenance treats it as expired.",
        clusters: usedBy(finding),
      };
    case "image-end-of-life":
      return {
        hue: "negative",
        sentence: `Image ${finding.image}: its newest version ${finding.version} has expired, and strategy major takes nothing expired.`,
        remedy: "Add a newer version, or have owners change the image.",
      };
    case "supported-ends-soon":
      return {
        hue: "caution",
        sentence: `${nameOf(finding.image, finding.version)} is supported but ends ${formatEndDate(finding.endsAt)}.`,
        remedy: "Offer its successor as supported before that.",
      };
    case "supported-twice":
      return {
        hue: "caution",
        sentence: `${finding.image === undefined ? "Kubernetes" : `Image ${finding.image}`} ${listed(finding.versions)} are supported at the same time in one minor.`,
        remedy: "Deprecate all but the newest.",
      };
    case "deprecated-without-end":
      return {
        hue: "caution",
        sentence: `${nameOf(finding.image, finding.version)} is deprecated, and has no expiration date.`,
        remedy: "Set one.",
      };
    case "unavailable-may-be-picked":
      return {
        hue: "caution",
        sentence: `${nameOf(finding.image, finding.version)} is not available yet, but maintenance may pick it.`,
        remedy: "The API server then refuses the whole run for an image; list it when its first stage starts.",
      };
    default:
      return faultWords(finding);
  }
}

function faultWords(finding: Finding<"unreadable-version" | "unreadable-date" | "duplicate-version">): FindingWords {
  const name = nameOf(finding.image, `“${finding.version}”`);
  switch (finding.id) {
    case "unreadable-version":
      return {
        hue: "negative",
        sentence: `${name} cannot be read as a version.`,
        remedy: "Correct it in the profile.",
      };
    case "unreadable-date":
      return {
        hue: "negative",
        sentence: `A date of ${name} cannot be read and is treated as never.`,
        remedy: "Use the form 2026-11-24T23:59:59Z.",
      };
    case "duplicate-version":
      return { hue: "caution", sentence: `${name} is listed twice; the first entry counts.`, remedy: "Remove one." };
    default:
      return finding satisfies never;
  }
}
