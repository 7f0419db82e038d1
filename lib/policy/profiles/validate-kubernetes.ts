import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { classifyVersion } from "../versions/classify.ts";
import { type ListedVersion, listVersions } from "../versions/listed-version.ts";
import { latestVersion } from "./latest-version.ts";
import { findMultipleSupportedVersions, type ProfileAdmissionContext } from "./one-supported.ts";
import { type ProfileErrors, profileError, profileErrorIf } from "./profile-error.ts";
import { validateLifecycle } from "./validate-lifecycle.ts";

const ownRoot = "spec.kubernetes.versions";
const pattern = /^(?:[0-9]+\.){2}[0-9]+$/;

function validateLatest(
  versions: readonly ListedVersion[],
  { rules }: ProfileAdmissionContext,
  root: string,
): ProfileErrors {
  const latest = latestVersion(versions);
  if (latest === undefined || versions.some(({ version }) => version === undefined)) {
    return [profileError("LATEST_UNDETERMINED", root)];
  }
  const lastStage = latest.lifecycle.at(-1)?.classification;
  const looksAtStages = rules("profile.latestExpires") === "dateOrLastStage";
  // In the API server's path the brackets are empty, without the index of the latest version.
  return [
    ...profileErrorIf(Boolean(latest.entry.expirationDate), "LATEST_EXPIRES", `${root}[].expirationDate`),
    ...profileErrorIf(looksAtStages && lastStage === "expired", "LATEST_EXPIRES", `${root}[].lifecycle`),
  ];
}

/** Errors for single entries of a list of Kubernetes versions, including lists of overrides. */
export function validateKubernetesEntries(
  versions: readonly ListedVersion[],
  view: ProfileAdmissionContext,
  root = ownRoot,
): ProfileErrors {
  return versions.flatMap(({ text, entry }, index) => {
    const path = `${root}[${index}]`;
    const isVersion = pattern.test(text);
    const isRepeated = versions.findIndex((other) => other.text === text) < index;
    return [
      ...profileErrorIf(!isVersion, "VERSION_PATTERN", path),
      ...profileErrorIf(isVersion && isRepeated, "VERSION_DUPLICATE", `${path}.version`),
      ...validateLifecycle(entry, path, view.rules),
    ];
  });
}

/**
 * Validation errors for a CloudProfile's Kubernetes versions. The latest one, including previews, must not expire.
 *
 * @source Gardener: pkg/api/core/validation/cloudprofile.go, validateKubernetesSettings
 */
export function validateKubernetesVersions(
  entries: readonly ExpirableVersion[] | null | undefined,
  view: ProfileAdmissionContext,
  root = ownRoot,
): ProfileErrors {
  const versions = listVersions(entries);
  return [
    ...profileErrorIf(versions.length === 0, "NO_VERSIONS", root),
    ...validateLatest(versions, view, root),
    ...validateKubernetesEntries(versions, view, root),
    ...findMultipleSupportedVersions(versions, view).map((listed) =>
      profileError("SUPPORTED_OVERLAP", `${root}[${versions.indexOf(listed)}]`),
    ),
  ];
}

/**
 * Errors for versions that a change makes unavailable, which the API server rejects.
 *
 * @param path of the list
 * @source Gardener: pkg/api/core/validation/cloudprofile.go, update
 */
export function newlyUnavailableErrors(
  before: readonly ListedVersion[],
  after: readonly ListedVersion[],
  { path, view }: { readonly path: string; readonly view: ProfileAdmissionContext },
): ProfileErrors {
  if (view.rules("profile.becameUnavailable") !== "refused") return [];
  // Of duplicate versions the API server compares with the last one.
  const held = new Map(before.map((listed) => [listed.text, listed]));
  return after.flatMap((listed, index) => {
    const old = held.get(listed.text);
    if (!old || classifyVersion(listed, view.reading) !== "unavailable") return [];
    if (classifyVersion(old, view.reading) === "unavailable") return [];
    return [profileError("TURNED_UNAVAILABLE", `${path}[${index}]`)];
  });
}
