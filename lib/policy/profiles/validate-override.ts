import type { CloudProfileSpec, ExpirableVersion, MachineImageVersion } from "../../garden/cloud-profile.ts";
import { parseInstant } from "../../kube/instant.ts";
import { isActive } from "../versions/classify.ts";
import { listVersions } from "../versions/listed-version.ts";
import { mergeProfiles } from "./effective-profile.ts";
import type { AdmissionView } from "./one-supported.ts";
import { validateKubernetesVersions } from "./validate-kubernetes.ts";

/** What is wrong with an override of a NamespacedCloudProfile; `version` is undefined for the merged profile. */
export interface OverrideFault {
  readonly code:
    | "NOT_IN_PARENT"
    | "EXPIRATION_REQUIRED"
    | "EXPIRATION_IN_PAST"
    | "CLASSIFICATION_FORBIDDEN"
    | "MERGED_LATEST_EXPIRES";
  readonly version: string | undefined;
}

/** A NamespacedCloudProfile's Kubernetes versions, and what they were merged to before; undefined on creation. */
export interface KubernetesOverride {
  readonly versions: readonly ExpirableVersion[];
  readonly oldMerged: readonly ExpirableVersion[] | undefined;
}

function validateEntry(
  entry: ExpirableVersion,
  {
    parent,
    oldMerged,
    now,
  }: { parent: readonly ExpirableVersion[]; oldMerged: KubernetesOverride["oldMerged"]; now: number },
): readonly OverrideFault[] {
  const { version, expirationDate, classification } = entry;
  const faults: OverrideFault[] = [];
  if (!parent.some((base) => base.version === version)) faults.push({ code: "NOT_IN_PARENT", version });
  if (!expirationDate) faults.push({ code: "EXPIRATION_REQUIRED", version });
  if (classification) faults.push({ code: "CLASSIFICATION_FORBIDDEN", version });
  const expiresAt = parseInstant(expirationDate);
  const merged = oldMerged?.find((old) => old.version === version)?.expirationDate;
  const isMoved = oldMerged !== undefined && expiresAt !== parseInstant(merged);
  if (isMoved && expiresAt !== undefined && expiresAt < now) faults.push({ code: "EXPIRATION_IN_PAST", version });
  return faults;
}

/**
 * What the API server objects to in the Kubernetes versions of a NamespacedCloudProfile. They only move expiries of
 * versions that the parent has; the latest version of the merge must still not expire.
 *
 * @source Gardener: plugin/pkg/namespacedcloudprofile/validator
 */
export function validateKubernetesOverride(
  override: KubernetesOverride,
  parent: CloudProfileSpec,
  view: AdmissionView,
): readonly OverrideFault[] {
  const versions = parent.kubernetes?.versions ?? [];
  const { now } = view.reading;
  const faults = override.versions.flatMap((entry) =>
    validateEntry(entry, { parent: versions, oldMerged: override.oldMerged, now }),
  );
  const merged = mergeProfiles(parent, { kubernetes: { versions: override.versions } });
  const expires = validateKubernetesVersions(merged.kubernetes?.versions, view).some(
    ({ code }) => code === "LATEST_EXPIRES",
  );
  return expires ? [...faults, { code: "MERGED_LATEST_EXPIRES", version: undefined }] : faults;
}

/** The fields of an image version of the parent that an override may not set. */
const fixedImageFields = [
  "classification",
  "cri",
  "architectures",
  "kubeletVersionConstraint",
  "inPlaceUpdates",
] as const;
type FixedImageField = (typeof fixedImageFields)[number];

/** What the API server objects to in an override of one image version. */
export interface ImageOverrideFaults {
  readonly forbidden: readonly FixedImageField[];
  readonly expirationRequired: boolean;
}

/**
 * What the API server objects to in an image version of a NamespacedCloudProfile: of a version that the parent has, only
 * the expiry may be set, and must be. Versions of its own are free.
 *
 * @source Gardener: plugin/pkg/namespacedcloudprofile/validator
 */
export function validateImageOverride(version: MachineImageVersion, existsInParent: boolean): ImageOverrideFaults {
  if (!existsInParent) return { forbidden: [], expirationRequired: false };
  const isSet = (field: FixedImageField) => {
    const value = version[field];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  };
  return { forbidden: fixedImageFields.filter(isSet), expirationRequired: !version.expirationDate };
}

/**
 * The overrides that are stored: inactive versions are dropped without a word, on update only those that were not in the
 * old spec.
 *
 * @param before the old spec's versions, undefined on creation
 * @source Gardener: pkg/apiserver/registry/core/namespacedcloudprofile, PrepareForCreate and PrepareForUpdate
 */
export function storedOverrides<Entry extends ExpirableVersion>(
  before: readonly Entry[] | undefined,
  after: readonly Entry[],
  { reading }: AdmissionView,
): readonly Entry[] {
  const known = new Set(before?.map(({ version }) => version));
  return listVersions(after)
    .filter((listed) => isActive(listed, reading) || known.has(listed.text))
    .map(({ entry }) => entry);
}
