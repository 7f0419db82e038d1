import type {
  CloudProfileSpec,
  ExpirableVersion,
  MachineImage,
  MachineImageVersion,
} from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { isActive, isExpired } from "../versions/classify.ts";
import { listVersions } from "../versions/listed-version.ts";
import { imageVersionInParentFormat } from "./default-profile.ts";
import { mergeProfiles } from "./effective-profile.ts";
import type { ProfileAdmissionContext } from "./one-supported.ts";
import type { ProfileError, ProfileErrorCode } from "./profile-error.ts";
import { validateKubernetesEntries, validateKubernetesVersions } from "./validate-kubernetes.ts";

/** When the API server reports an override error: before or while comparing with the parent, or after the merge. */
type OverrideStage = "static" | "parent" | "merged";

/** An error in an override of a NamespacedCloudProfile; `version` is undefined for the merged profile. */
export interface OverrideError {
  readonly code:
    | "NOT_IN_PARENT"
    | "EXPIRATION_REQUIRED"
    | "EXPIRATION_IN_PAST"
    | "CLASSIFICATION_FORBIDDEN"
    | "MERGED_LATEST_EXPIRES"
    | ProfileErrorCode;
  readonly stage: OverrideStage;
  readonly type: ProfileError["type"];
  readonly path: string;
  readonly version: string | undefined;
}

/** Kubernetes versions of a NamespacedCloudProfile, and the previously merged ones, which are undefined on creation. */
export interface KubernetesOverride {
  readonly versions: readonly ExpirableVersion[];
  readonly oldMerged: readonly ExpirableVersion[] | undefined;
}

const root = "spec.kubernetes.versions";

/** Errors for overrides of Kubernetes versions that do not depend on the parent profile. */
export function validateOwnOverride(
  versions: readonly ExpirableVersion[],
  view: ProfileAdmissionContext,
): readonly OverrideError[] {
  const stage = "static";
  const classified = versions.flatMap(({ version, classification }, index): readonly OverrideError[] => {
    const path = `${root}[${index}].classification`;
    return classification ? [{ code: "CLASSIFICATION_FORBIDDEN", stage, type: "Forbidden", path, version }] : [];
  });
  const entries = validateKubernetesEntries(listVersions(versions), view);
  return [...classified, ...entries.map((fault): OverrideError => ({ ...fault, stage, version: undefined }))];
}

interface Comparison {
  readonly parent: readonly ExpirableVersion[];
  readonly oldMerged: KubernetesOverride["oldMerged"];
  readonly view: ProfileAdmissionContext;
}

/** Whether a Kubernetes version override sets an expiry in the past that was not yet in the merged profile. */
function isNewlyOver(entry: ExpirableVersion, { oldMerged, view }: Comparison): boolean {
  if (oldMerged === undefined) return false;
  const { version, expirationDate } = entry;
  const merged = oldMerged.find((old) => old.version === version)?.expirationDate;
  const isMoved = parseInstant(expirationDate) !== parseInstant(merged);
  return (
    isMoved &&
    listVersions([{ version, expirationDate: expirationDate ?? null }]).some((listed) =>
      isExpired(listed, view.reading),
    )
  );
}

function comparedErrors(entry: ExpirableVersion, index: number, comparison: Comparison): readonly OverrideError[] {
  const { version, expirationDate } = entry;
  const stage = "parent";
  const faults: OverrideError[] = [];
  if (!comparison.parent.some((base) => base.version === version)) {
    faults.push({ code: "NOT_IN_PARENT", stage, type: "Invalid", path: `${root}[${index}].version`, version });
  }
  const path = `${root}[${index}].expirationDate`;
  if (!expirationDate) faults.push({ code: "EXPIRATION_REQUIRED", stage, type: "Required", path, version });
  if (isNewlyOver(entry, comparison))
    faults.push({ code: "EXPIRATION_IN_PAST", stage, type: "Invalid", path, version });
  return faults;
}

/**
 * All errors for the Kubernetes versions of a NamespacedCloudProfile, in the API server's order. Overrides may only
 * change expiries of versions in the parent, and the latest version of the merge must not expire. For the errors the
 * API server returns see {@link selectReportedOverrideErrors}.
 *
 * @source Gardener: pkg/api/core/validation/namespacedcloudprofile.go, plugin/pkg/namespacedcloudprofile/validator
 */
export function validateKubernetesOverride(
  override: KubernetesOverride,
  parent: CloudProfileSpec,
  view: ProfileAdmissionContext,
): readonly OverrideError[] {
  const { versions, oldMerged } = override;
  const comparison = { parent: parent.kubernetes?.versions ?? [], oldMerged, view };
  const merged = mergeProfiles(parent, { kubernetes: { versions } });
  const expires = validateKubernetesVersions(merged.kubernetes?.versions, view).find(
    ({ code }) => code === "LATEST_EXPIRES",
  );
  return [
    ...validateOwnOverride(versions, view),
    ...versions.flatMap((entry, index) => comparedErrors(entry, index, comparison)),
    ...(expires ? [{ ...expires, code: "MERGED_LATEST_EXPIRES", stage: "merged", version: undefined } as const] : []),
  ];
}

/** Override errors that the API server returns: all static ones, or if there are none, the first of the others. */
export function selectReportedOverrideErrors(faults: readonly OverrideError[]): readonly OverrideError[] {
  const own = faults.filter(({ stage }) => stage === "static");
  return own.length > 0 ? own : faults.slice(0, 1);
}

/** Fields that an override may not set if the parent has the same image version. */
const fixedImageFields = [
  "classification",
  "cri",
  "architectures",
  "capabilityFlavors",
  "kubeletVersionConstraint",
  "inPlaceUpdates",
] as const;
type FixedImageField = (typeof fixedImageFields)[number];

/** Validation errors for an override of one image version. */
export interface ImageOverrideErrors {
  readonly forbidden: readonly FixedImageField[];
  readonly expirationRequired: boolean;
}

/** Facts about the parent and the old spec for an override of an image version. */
export interface ImageOverrideContext {
  readonly existsInParent: boolean;
  /** Whether the NamespacedCloudProfile already had the version before the update and may keep it. */
  readonly alreadyInOldSpec?: boolean;
  /** Whether the parent profile defines `machineCapabilities`. */
  readonly parentHasCapabilities?: boolean;
}

/**
 * Validation errors for an image version of a NamespacedCloudProfile: for a version that the parent has, only the
 * expiry may be set, and must be. Other versions are unrestricted. Before validation the API server converts
 * architectures to flavors if the parent has capabilities, and flavors to architectures if it has none.
 *
 * @source Gardener: plugin/pkg/namespacedcloudprofile/validator
 */
export function validateImageOverride(
  version: MachineImageVersion,
  { existsInParent, alreadyInOldSpec = false, parentHasCapabilities = false }: ImageOverrideContext,
): ImageOverrideErrors {
  if (!existsInParent || alreadyInOldSpec) return { forbidden: [], expirationRequired: false };
  const asParent = imageVersionInParentFormat(version, parentHasCapabilities);
  const isSet = (field: FixedImageField) => {
    const value = asParent[field];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  };
  return { forbidden: fixedImageFields.filter(isSet), expirationRequired: !version.expirationDate };
}

/**
 * The overrides that are stored: inactive versions are silently dropped, on update only those that were not in the old
 * spec.
 *
 * @param before the old spec's versions, undefined on creation
 * @source Gardener: pkg/apiserver/registry/core/namespacedcloudprofile, PrepareForCreate and PrepareForUpdate
 */
export function storedOverrides<Entry extends ExpirableVersion>(
  before: readonly Entry[] | undefined,
  after: readonly Entry[],
  { reading }: ProfileAdmissionContext,
): readonly Entry[] {
  const known = new Set(before?.map(({ version }) => version));
  return listVersions(after)
    .filter((listed) => isActive(listed, reading) || known.has(listed.text))
    .map(({ entry }) => entry);
}

/**
 * The spec of a NamespacedCloudProfile as stored: without expired overrides and images left without versions.
 *
 * @param before the old spec, undefined on creation
 * @source as {@link storedOverrides}
 */
export function namespacedSpecStoredByApiServer<Spec extends Pick<CloudProfileSpec, "kubernetes" | "machineImages">>(
  spec: Spec,
  before: Pick<CloudProfileSpec, "kubernetes" | "machineImages"> | undefined,
  view: ProfileAdmissionContext,
): Spec {
  const { kubernetes, machineImages } = spec;
  const images = (machineImages ?? []).flatMap((image): readonly MachineImage[] => {
    const old = before && (before.machineImages?.find(({ name }) => name === image.name)?.versions ?? []);
    const versions = storedOverrides(old, image.versions ?? [], view);
    return versions.length > 0 || image.updateStrategy ? [{ ...image, versions }] : [];
  });
  const held = before && (before.kubernetes?.versions ?? []);
  return {
    ...spec,
    ...(kubernetes && {
      kubernetes: { ...kubernetes, versions: storedOverrides(held, kubernetes.versions ?? [], view) },
    }),
    ...(machineImages && { machineImages: images }),
  };
}
