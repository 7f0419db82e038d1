import type {
  CloudProfileSpec,
  ExpirableVersion,
  MachineImage,
  MachineImageVersion,
} from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { isActive, isExpired } from "../versions/classify.ts";
import { listVersions } from "../versions/listed-version.ts";
import { versionInParentsFormat } from "./default-profile.ts";
import { mergeProfiles } from "./effective-profile.ts";
import type { AdmissionView } from "./one-supported.ts";
import type { ProfileFault, ProfileFaultCode } from "./profile-fault.ts";
import { validateKubernetesEntries, validateKubernetesVersions } from "./validate-kubernetes.ts";

/** When the API server looks: before it compares with the parent, in comparison, and at the merge. */
type OverrideStage = "static" | "parent" | "merged";

/** What is wrong with an override of a NamespacedCloudProfile; `version` is undefined for the merged profile. */
export interface OverrideFault {
  readonly code:
    | "NOT_IN_PARENT"
    | "EXPIRATION_REQUIRED"
    | "EXPIRATION_IN_PAST"
    | "CLASSIFICATION_FORBIDDEN"
    | "MERGED_LATEST_EXPIRES"
    | ProfileFaultCode;
  readonly stage: OverrideStage;
  readonly type: ProfileFault["type"];
  readonly path: string;
  readonly version: string | undefined;
}

/** A NamespacedCloudProfile's Kubernetes versions, and what they were merged to before; undefined on creation. */
export interface KubernetesOverride {
  readonly versions: readonly ExpirableVersion[];
  readonly oldMerged: readonly ExpirableVersion[] | undefined;
}

const root = "spec.kubernetes.versions";

/** What is wrong with overrides of Kubernetes versions by themselves, whatever the parent has. */
export function validateOwnOverride(
  versions: readonly ExpirableVersion[],
  view: AdmissionView,
): readonly OverrideFault[] {
  const stage = "static";
  const classified = versions.flatMap(({ version, classification }, index): readonly OverrideFault[] => {
    const path = `${root}[${index}].classification`;
    return classification ? [{ code: "CLASSIFICATION_FORBIDDEN", stage, type: "Forbidden", path, version }] : [];
  });
  const entries = validateKubernetesEntries(listVersions(versions), view);
  return [...classified, ...entries.map((fault): OverrideFault => ({ ...fault, stage, version: undefined }))];
}

interface Comparison {
  readonly parent: readonly ExpirableVersion[];
  readonly oldMerged: KubernetesOverride["oldMerged"];
  readonly view: AdmissionView;
}

/** Whether a change sets an end that is over. An end that the merge had before stays allowed. */
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

function comparedFaults(entry: ExpirableVersion, index: number, comparison: Comparison): readonly OverrideFault[] {
  const { version, expirationDate } = entry;
  const stage = "parent";
  const faults: OverrideFault[] = [];
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
 * Everything that is wrong with the Kubernetes versions of a NamespacedCloudProfile, in the order in which the API server
 * comes upon it. They only move expiries of versions that the parent has; the latest version of the merge must still not
 * expire. What the API server answers is {@link answeredOverrideFaults}.
 *
 * @source Gardener: pkg/api/core/validation/namespacedcloudprofile.go, plugin/pkg/namespacedcloudprofile/validator
 */
export function validateKubernetesOverride(
  override: KubernetesOverride,
  parent: CloudProfileSpec,
  view: AdmissionView,
): readonly OverrideFault[] {
  const { versions, oldMerged } = override;
  const comparison = { parent: parent.kubernetes?.versions ?? [], oldMerged, view };
  const merged = mergeProfiles(parent, { kubernetes: { versions } });
  const expires = validateKubernetesVersions(merged.kubernetes?.versions, view).find(
    ({ code }) => code === "LATEST_EXPIRES",
  );
  return [
    ...validateOwnOverride(versions, view),
    ...versions.flatMap((entry, index) => comparedFaults(entry, index, comparison)),
    ...(expires ? [{ ...expires, code: "MERGED_LATEST_EXPIRES", stage: "merged", version: undefined } as const] : []),
  ];
}

/**
 * What the API server answers of all that is wrong: every static fault, and only when there is none the first of the
 * others.
 */
export function answeredOverrideFaults(faults: readonly OverrideFault[]): readonly OverrideFault[] {
  const own = faults.filter(({ stage }) => stage === "static");
  return own.length > 0 ? own : faults.slice(0, 1);
}

/** The fields of an image version of the parent that an override may not set. */
const fixedImageFields = [
  "classification",
  "cri",
  "architectures",
  "capabilityFlavors",
  "kubeletVersionConstraint",
  "inPlaceUpdates",
] as const;
type FixedImageField = (typeof fixedImageFields)[number];

/** What the API server objects to in an override of one image version. */
export interface ImageOverrideFaults {
  readonly forbidden: readonly FixedImageField[];
  readonly expirationRequired: boolean;
}

/** Where an override of an image version stands. */
export interface ImageOverridePlace {
  readonly existsInParent: boolean;
  /** Before the update the NamespacedCloudProfile had it already: then it keeps what it has. */
  readonly alreadyInOldSpec?: boolean;
  /** The parent names `machineCapabilities`. */
  readonly parentHasCapabilities?: boolean;
}

/**
 * What the API server objects to in an image version of a NamespacedCloudProfile: of a version that the parent has, only
 * the expiry may be set, and must be. Versions of its own are free. Before it looks, it writes architectures as flavors
 * where the parent has capabilities, and flavors as architectures where it has none.
 *
 * @source Gardener: plugin/pkg/namespacedcloudprofile/validator
 */
export function validateImageOverride(
  version: MachineImageVersion,
  { existsInParent, alreadyInOldSpec = false, parentHasCapabilities = false }: ImageOverridePlace,
): ImageOverrideFaults {
  if (!existsInParent || alreadyInOldSpec) return { forbidden: [], expirationRequired: false };
  const asParent = versionInParentsFormat(version, parentHasCapabilities);
  const isSet = (field: FixedImageField) => {
    const value = asParent[field];
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

/**
 * The spec of a NamespacedCloudProfile as it is stored: without overrides that are over, and without images that then
 * have nothing else to say.
 *
 * @param before the old spec, undefined on creation
 * @source as {@link storedOverrides}
 */
export function storedExtension<Spec extends Pick<CloudProfileSpec, "kubernetes" | "machineImages">>(
  spec: Spec,
  before: Pick<CloudProfileSpec, "kubernetes" | "machineImages"> | undefined,
  view: AdmissionView,
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
