import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { classify } from "../versions/classify.ts";
import { type ListedVersion, listVersions } from "../versions/listed-version.ts";
import { latestVersion } from "./latest-version.ts";
import { type AdmissionView, supportedTwice } from "./one-supported.ts";
import { type ProfileFault, profileFault } from "./profile-fault.ts";
import { validateLifecycle } from "./validate-lifecycle.ts";

const ownRoot = "spec.kubernetes.versions";
const pattern = /^(?:[0-9]+\.){2}[0-9]+$/;

function validateLatest(
  versions: readonly ListedVersion[],
  { rules }: AdmissionView,
  root: string,
): readonly ProfileFault[] {
  const latest = latestVersion(versions);
  if (latest === undefined || versions.some(({ version }) => version === undefined)) {
    return [profileFault("LATEST_UNDETERMINED", root)];
  }
  const faults: ProfileFault[] = [];
  // The server names no index for the latest version: the brackets are empty.
  if (latest.entry.expirationDate) faults.push(profileFault("LATEST_EXPIRES", `${root}[].expirationDate`));
  const lastStage = latest.lifecycle.at(-1)?.classification;
  if (rules("profile.latestExpires") === "dateOrLastStage" && lastStage === "expired") {
    faults.push(profileFault("LATEST_EXPIRES", `${root}[].lifecycle`));
  }
  return faults;
}

function validateEntry(
  versions: readonly ListedVersion[],
  index: number,
  { view, root }: { readonly view: AdmissionView; readonly root: string },
): readonly ProfileFault[] {
  const listed = versions[index];
  if (!listed) return [];
  const path = `${root}[${index}]`;
  const isRepeated = versions.slice(0, index).some(({ text }) => text === listed.text);
  const format = pattern.test(listed.text)
    ? isRepeated
      ? [profileFault("VERSION_DUPLICATE", `${path}.version`)]
      : []
    : [profileFault("VERSION_PATTERN", path)];
  return [...format, ...validateLifecycle(listed.entry, path, view.rules)];
}

/** What is wrong with single entries of a list of Kubernetes versions, also of a list that only overrides others. */
export function validateKubernetesEntries(
  versions: readonly ListedVersion[],
  view: AdmissionView,
  root = ownRoot,
): readonly ProfileFault[] {
  return versions.flatMap((_, index) => validateEntry(versions, index, { view, root }));
}

/**
 * What the API server objects to in a CloudProfile's Kubernetes versions. The latest one, previews included, must not
 * expire.
 *
 * @source Gardener: pkg/api/core/validation/cloudprofile.go, validateKubernetesSettings
 */
export function validateKubernetesVersions(
  entries: readonly ExpirableVersion[] | null | undefined,
  view: AdmissionView,
  root = ownRoot,
): readonly ProfileFault[] {
  const versions = listVersions(entries);
  return [
    ...(versions.length === 0 ? [profileFault("NO_VERSIONS", root)] : []),
    ...validateLatest(versions, view, root),
    ...validateKubernetesEntries(versions, view, root),
    ...supportedTwice(versions, view).map((listed) =>
      profileFault("SUPPORTED_OVERLAP", `${root}[${versions.indexOf(listed)}]`),
    ),
  ];
}

/**
 * Versions that a change of a list makes unavailable although they were not: the API server refuses that.
 *
 * @param path of the list
 * @source Gardener: pkg/api/core/validation/cloudprofile.go, update
 */
export function turnedUnavailable(
  before: readonly ListedVersion[],
  after: readonly ListedVersion[],
  { path, view }: { readonly path: string; readonly view: AdmissionView },
): readonly ProfileFault[] {
  if (view.rules("profile.becameUnavailable") !== "refused") return [];
  // Of a version that is there twice, the API server remembers the last.
  const held = new Map(before.map((listed) => [listed.text, listed]));
  return after.flatMap((listed, index) => {
    const old = held.get(listed.text);
    if (!old || classify(listed, view.reading) !== "unavailable") return [];
    if (classify(old, view.reading) === "unavailable") return [];
    return [profileFault("TURNED_UNAVAILABLE", `${path}[${index}]`)];
  });
}
