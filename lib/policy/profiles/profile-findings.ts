import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type ClassificationContext, classifyVersion, isExpired, isPreview } from "../versions/classify.ts";
import { compareVersions } from "../versions/compare.ts";
import { hasUnreadableDate, type ListedVersion } from "../versions/listed-version.ts";
import { findKubernetesVersionInProfile } from "../versions/maintain-kubernetes.ts";
import type { PreparedImage, PreparedProfile } from "../versions/prepared-profile.ts";
import { classificationTransitionsOf } from "../versions/transitions.ts";
import { latestVersion, withoutPreviews } from "./latest-version.ts";
import { type MinorGap, minorGaps } from "./minor-gaps.ts";
import type { VersionUsage } from "./version-usage.ts";

/** Problem in a CloudProfile for its operator, with the facts of the UI text. `image` is undefined for Kubernetes. */
export type ProfileFinding =
  /** Several versions of one minor are supported at once; unclassified versions do not count. */
  | { readonly id: "supported-twice"; readonly image: string | undefined; readonly versions: readonly string[] }
  /** A deprecated version without an expiration date. */
  | (OfVersion & { readonly id: "deprecated-without-end" })
  /** Maintenance may select unavailable versions, and the API server rejects the whole run for an unavailable image. */
  | (OfVersion & { readonly id: "unavailable-may-be-picked" })
  | (OfVersion & { readonly id: "unreadable-version" })
  | (OfVersion & { readonly id: "unreadable-date" })
  | (OfVersion & { readonly id: "duplicate-version" })
  /** `unlisted-in-use`: used by Shoots but not listed, so that maintenance treats it as expired. */
  | (OfVersion & Used & { readonly id: "expired-in-use" | "unlisted-in-use" })
  /** The newest version of an image with strategy `major` has expired, so that there is no update target. */
  | { readonly id: "image-end-of-life"; readonly image: string; readonly version: string }
  /** A supported version ends within 30 days; `endsAt` in epoch milliseconds. */
  | (OfVersion & { readonly id: "supported-ends-soon"; readonly endsAt: number })
  | ({ readonly id: "missing-minor" } & MinorGap);

interface OfVersion {
  readonly image: string | undefined;
  readonly version: string;
}

interface Used {
  readonly clusters: number;
  readonly pools: number;
}

const soonMs = 30 * dayMs;

/** End of a version's current stage, in epoch milliseconds; undefined without a date. */
function endOf(listed: ListedVersion, reading: ClassificationContext): number | undefined {
  const ahead = classificationTransitionsOf(listed, reading).filter((at) => at >= reading.now);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}

function versionFindings(
  listed: ListedVersion,
  image: string | undefined,
  reading: ClassificationContext,
): readonly ProfileFinding[] {
  const version = listed.text;
  const findings: ProfileFinding[] = [];
  if (listed.version === undefined) findings.push({ id: "unreadable-version", image, version });
  if (hasUnreadableDate(listed)) findings.push({ id: "unreadable-date", image, version });
  const classification = classifyVersion(listed, reading);
  const endsAt = endOf(listed, reading);
  if (classification === "deprecated" && endsAt === undefined) {
    findings.push({ id: "deprecated-without-end", image, version });
  }
  if (classification === "supported" && endsAt !== undefined && endsAt - reading.now < soonMs) {
    findings.push({ id: "supported-ends-soon", image, version, endsAt });
  }
  if (classification === "unavailable") findings.push({ id: "unavailable-may-be-picked", image, version });
  return findings;
}

function isExplicitlySupported(listed: ListedVersion, reading: ClassificationContext): boolean {
  const isWritten = Boolean(listed.entry.classification) || listed.lifecycle.length > 0;
  return isWritten && classifyVersion(listed, reading) === "supported";
}

function listFindings<Entry extends ExpirableVersion>(
  versions: readonly ListedVersion<Entry>[],
  image: string | undefined,
  reading: ClassificationContext,
): readonly ProfileFinding[] {
  const texts = versions.map(({ text }) => text);
  const repeated = new Set(texts.filter((text, index) => texts.indexOf(text) !== index));
  const supported = versions.filter((listed) => listed.version !== undefined && isExplicitlySupported(listed, reading));
  const minors = Map.groupBy(supported, ({ version }) => `${version?.major}.${version?.minor}`);
  return [
    ...[...minors.values()]
      .filter((group) => group.length > 1)
      .map((group): ProfileFinding => ({ id: "supported-twice", image, versions: group.map(({ text }) => text) })),
    ...[...repeated].map((version): ProfileFinding => ({ id: "duplicate-version", image, version })),
    ...versions.flatMap((listed) => versionFindings(listed, image, reading)),
  ];
}

function listedKubernetes(versions: readonly ListedVersion[], version: string): ListedVersion | undefined {
  const listed = findKubernetesVersionInProfile(versions, version);
  return listed.ok ? listed.value : undefined;
}

function usageFindings(
  versions: readonly ListedVersion[],
  { image, used }: { image: string | undefined; used: ReadonlyMap<string, Used> | undefined },
  reading: ClassificationContext,
): readonly ProfileFinding[] {
  return [...(used ?? [])].flatMap(([version, { clusters, pools }]): readonly ProfileFinding[] => {
    const listed =
      image === undefined ? listedKubernetes(versions, version) : versions.find(({ text }) => text === version);
    if (!listed) return [{ id: "unlisted-in-use", image, version, clusters, pools }];
    return isExpired(listed, reading) ? [{ id: "expired-in-use", image, version, clusters, pools }] : [];
  });
}

/** With strategy `major` expired versions are never a target, so an expired newest version has no update target. */
function endOfLifeFindings(
  { name, strategy, versions }: PreparedImage,
  reading: ClassificationContext,
): readonly ProfileFinding[] {
  const newest = latestVersion(withoutPreviews(versions, reading));
  if (strategy === "patch" || strategy === "minor" || !newest || !isExpired(newest, reading)) return [];
  const isEscape = (listed: ListedVersion) =>
    listed.version !== undefined &&
    newest.version !== undefined &&
    compareVersions(listed.version, newest.version) === 0 &&
    !isExpired(listed, reading) &&
    !isPreview(listed, reading);
  return versions.some(isEscape) ? [] : [{ id: "image-end-of-life", image: name, version: newest.text }];
}

/**
 * Problems in a CloudProfile for its operator: list errors, versions that block clusters, and approaching ends.
 *
 * @param usage number of users of each version among the Shoots that refer to the profile
 */
export function profileFindings(
  profile: PreparedProfile,
  usage: VersionUsage,
  reading: ClassificationContext,
): readonly ProfileFinding[] {
  const images = profile.images.flatMap((image) => [
    ...listFindings(image.versions, image.name, reading),
    ...usageFindings(image.versions, { image: image.name, used: usage.images.get(image.name) }, reading),
    ...endOfLifeFindings(image, reading),
  ]);
  return [
    ...listFindings(profile.kubernetes, undefined, reading),
    ...usageFindings(profile.kubernetes, { image: undefined, used: usage.kubernetes }, reading),
    ...minorGaps(profile.kubernetes, usage, reading).map((gap): ProfileFinding => ({ id: "missing-minor", ...gap })),
    ...images,
    ...unlistedImages(profile, usage, reading),
  ];
}

function unlistedImages(
  { images }: PreparedProfile,
  usage: VersionUsage,
  reading: ClassificationContext,
): readonly ProfileFinding[] {
  const names = new Set(images.map(({ name }) => name));
  return [...usage.images]
    .filter(([image]) => !names.has(image))
    .flatMap(([image, used]) => usageFindings([], { image, used }, reading));
}
