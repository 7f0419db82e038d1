import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { isPemCertificate } from "#lib/kube/certificate.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { admissionClassificationContextAt } from "../versions/classification-context.ts";
import { isActive, isExpired } from "../versions/classify.ts";
import { listVersions } from "../versions/listed-version.ts";
import type { ProfileAdmissionContext } from "./one-supported.ts";
import { type ProfileErrors, profileError, profileErrorIf } from "./profile-error.ts";
import { definedCapabilities, validateCapabilityDefinitions } from "./validate-capabilities.ts";
import { validateMachineImages } from "./validate-images.ts";
import { newlyUnavailableErrors, validateKubernetesVersions } from "./validate-kubernetes.ts";
import { validateBastion, validateRegions, validateSelector } from "./validate-regions.ts";
import { validateOfferedTypes, validateVolumeTypes } from "./validate-types.ts";

/**
 * How the API server reads CloudProfiles at an instant: lifecycle classification and Gardener rules.
 *
 * @param now epoch milliseconds
 */
export function profileAdmissionContextAt(now: number, rules: GardenerRules = newestRules): ProfileAdmissionContext {
  return { reading: admissionClassificationContextAt(now, rules), rules };
}

/**
 * Validation errors for a CloudProfile, on creation and on every update.
 *
 * @param spec with API defaults applied: {@link ./default-profile.ts}
 * @returns errors in the API server's order, empty when it is accepted
 * @source Gardener: pkg/api/core/validation/cloudprofile.go, ValidateCloudProfileSpec
 */
export function validateProfile(spec: CloudProfileSpec, view: ProfileAdmissionContext): ProfileErrors {
  const defined = definedCapabilities(spec.machineCapabilities);
  return [
    ...profileErrorIf(!spec.type, "VALUE_REQUIRED", "spec.type"),
    ...validateCapabilityDefinitions(spec.machineCapabilities, view.rules),
    ...validateKubernetesVersions(spec.kubernetes?.versions, view),
    ...validateMachineImages(spec.machineImages, { view, defined }),
    ...validateOfferedTypes(spec.machineTypes, defined),
    ...validateVolumeTypes(spec.volumeTypes),
    ...validateRegions(spec.regions),
    ...validateBastion(spec, view.reading),
    ...validateLimits(spec, view),
    ...validateSelector(spec.seedSelector, "spec.seedSelector"),
    ...validateCertificates(spec),
  ];
}

/** Errors for a CloudProfile's CA bundle. @source Gardener: validation/cloudprofile.go, ValidateCloudProfileSpec */
export function validateCertificates({ caBundle }: Pick<CloudProfileSpec, "caBundle">): ProfileErrors {
  if (typeof caBundle !== "string" || isPemCertificate(caBundle)) return [];
  return [profileError("CERTIFICATE_MALFORMED", "spec.caBundle")];
}

/** Errors for a CloudProfile's limits. @source Gardener: validation/cloudprofile.go, validateCloudProfileLimits */
export function validateLimits(
  { limits }: Pick<CloudProfileSpec, "limits">,
  { rules }: ProfileAdmissionContext,
): ProfileErrors {
  const most = limits?.maxNodesTotal;
  if (typeof most !== "number" || most > 0 || rules("profile.maxNodes") === "absent") return [];
  return [profileError("MAX_NODES_NOT_POSITIVE", "spec.limits.maxNodesTotal")];
}

/**
 * Validation errors for a change of a CloudProfile beyond those for the new object: versions that become unavailable,
 * and a lowered node limit. Added versions that are already expired are accepted.
 *
 * @source Gardener: pkg/api/core/validation/cloudprofile.go, ValidateCloudProfileUpdate
 */
export function validateProfileUpdate(
  before: CloudProfileSpec,
  after: CloudProfileSpec,
  view: ProfileAdmissionContext,
): ProfileErrors {
  const kubernetes = newlyUnavailableErrors(
    listVersions(before.kubernetes?.versions),
    listVersions(after.kubernetes?.versions),
    { path: "spec.kubernetes.versions", view },
  );
  const images = (after.machineImages ?? []).flatMap(({ name, versions }, index) => {
    const old = before.machineImages?.find((image) => image.name === name);
    const path = `spec.machineImages[${index}].versions`;
    return newlyUnavailableErrors(listVersions(old?.versions), listVersions(versions), { path, view });
  });
  return [...validateLowerLimit(before, after), ...kubernetes, ...images];
}

function validateLowerLimit({ limits: before }: CloudProfileSpec, { limits: after }: CloudProfileSpec): ProfileErrors {
  const [old, next] = [before?.maxNodesTotal, after?.maxNodesTotal];
  const isLowered = typeof old === "number" && typeof next === "number" && next < old;
  return profileErrorIf(isLowered, "MAX_NODES_LOWERED", "spec.limits.maxNodesTotal");
}

/**
 * The spec stored when a CloudProfile is created: expired or unavailable Kubernetes versions, and expired image
 * versions, are silently dropped. On update nothing is dropped.
 *
 * @source Gardener: pkg/apiserver/registry/core/cloudprofile, PrepareForCreate
 */
export function profileSpecStoredOnCreation(
  spec: CloudProfileSpec,
  { reading }: ProfileAdmissionContext,
): CloudProfileSpec {
  const kubernetes = listVersions(spec.kubernetes?.versions).filter((listed) => isActive(listed, reading));
  const machineImages = (spec.machineImages ?? []).map((image) => ({
    ...image,
    versions: listVersions(image.versions)
      .filter((listed) => !isExpired(listed, reading))
      .map(({ entry }) => entry),
  }));
  return { ...spec, kubernetes: { ...spec.kubernetes, versions: kubernetes.map(({ entry }) => entry) }, machineImages };
}
