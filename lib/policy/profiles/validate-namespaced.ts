import type {
  CloudProfileSpec,
  MachineImage,
  MachineImageVersion,
  NamespacedCloudProfile,
} from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isExpired } from "../versions/classify.ts";
import { listVersions, withoutNull } from "../versions/listed-version.ts";
import { toParentProfileFormat } from "./default-profile.ts";
import { mergedProfile } from "./effective-profile.ts";
import type { ProfileAdmissionContext } from "./one-supported.ts";
import { type ProfileError, type ProfileErrors, profileError, profileErrorIf } from "./profile-error.ts";
import { type DefinedCapabilities, definedCapabilities } from "./validate-capabilities.ts";
import { validateAddedImage, validateAddedVersion, validateImages, validateMachineImages } from "./validate-images.ts";
import { validateKubernetesVersions } from "./validate-kubernetes.ts";
import { type OverrideError, validateImageOverride, validateOwnOverride } from "./validate-override.ts";
import { validateCertificates, validateLimits } from "./validate-profile.ts";
import { validateMachineTypes, validateOfferedTypes, validateVolumeTypes } from "./validate-types.ts";

type Spec = NamespacedCloudProfile["spec"];

/**
 * Validation errors for a NamespacedCloudProfile by itself, without its parent.
 *
 * @param spec with API defaults applied
 * @source Gardener: pkg/api/core/validation/namespacedcloudprofile.go, ValidateNamespacedCloudProfile
 */
export function validateNamespacedProfile(
  spec: Spec,
  view: ProfileAdmissionContext,
): readonly (OverrideError | ProfileError)[] {
  return [
    ...(spec.parent?.name ? [] : [profileError("VALUE_REQUIRED", "spec.parent.name")]),
    ...validateOwnOverride(spec.kubernetes?.versions ?? [], view),
    ...validateImages(spec.machineImages, { mayBeEmpty: true }),
    ...validateVolumeTypes(spec.volumeTypes),
    ...validateMachineTypes(spec.machineTypes),
    ...validateCertificates(spec),
    ...validateLimits(spec, view),
  ];
}

/**
 * Validation errors for the merge of a NamespacedCloudProfile with its parent.
 *
 * @source Gardener: pkg/api/core/validation/namespacedcloudprofile.go, ValidateNamespacedCloudProfileStatus
 */
export function validateMergedProfile(
  { parent: _, ...override }: Spec,
  parent: CloudProfileSpec,
  view: ProfileAdmissionContext,
): ProfileErrors {
  const root = "status.cloudProfileSpec";
  const merged = mergedProfile(parent, override);
  const defined = definedCapabilities(merged.machineCapabilities);
  const [images, machineTypes] = [withoutNull(merged.machineImages), withoutNull(merged.machineTypes)];
  return [
    ...validateKubernetesVersions(merged.kubernetes?.versions, view, `${root}.kubernetes.versions`),
    ...(images.length > 0 ? validateMachineImages(images, { view, defined }, `${root}.machineImages`) : []),
    ...(machineTypes.length > 0 ? validateOfferedTypes(machineTypes, defined, `${root}.machineTypes`) : []),
    ...validateVolumeTypes(merged.volumeTypes, `${root}.volumeTypes`),
  ];
}

/** A NamespacedCloudProfile's images, to be compared with those of its parent. */
export interface ImageOverride {
  readonly spec: Spec;
  /** The stored NamespacedCloudProfile; undefined on creation. */
  readonly before: Pick<NamespacedCloudProfile, "spec" | "status"> | undefined;
  readonly parent: CloudProfileSpec;
}

/**
 * Validation errors for images: for a version that the parent has, only the expiry may be set, and must be; a version
 * that the parent has got in the meantime keeps its other fields. Images and versions not in the parent are validated
 * like the parent's own.
 *
 * @source Gardener: plugin/pkg/namespacedcloudprofile/validator, validateMachineImageOverrides
 */
export function validateImageOverrides(override: ImageOverride, view: ProfileAdmissionContext): ProfileErrors {
  const { parent, before } = override;
  const definitions = parent.machineCapabilities ?? [];
  const defined = definedCapabilities(definitions);
  const images = withoutNull(toParentProfileFormat(override.spec, definitions).machineImages);
  const old = before && withoutNull(toParentProfileFormat(before.spec, definitions).machineImages);
  const context: Context = {
    defined,
    view,
    oldMerged: before && (before.status?.cloudProfileSpec?.machineImages ?? []),
  };
  return images.flatMap((image, index) => {
    const path = `spec.machineImages[${index}]`;
    const base = named(parent.machineImages, image.name);
    if (base === undefined) return validateAddedImage(image, path, { view, defined });
    const held = named(old, image.name);
    const hasMoved = held !== undefined && (held.updateStrategy ?? "") !== (image.updateStrategy ?? "");
    return [
      ...profileErrorIf(hasMoved, "OVERRIDE_FIXED", `${path}.updateStrategy`),
      ...withoutNull(image.versions).flatMap((version, at) => {
        const place = `${path}.versions[${at}]`;
        const exists = versionIn(base, version.version) !== undefined;
        if (!exists) return validateAddedVersion(image.name, version, place, defined);
        return overrideErrors({ image: image.name, version, held: versionIn(held, version.version) }, place, context);
      }),
    ];
  });
}

interface Context {
  readonly defined: DefinedCapabilities;
  readonly view: ProfileAdmissionContext;
  /** The machine images of the previously merged profile; undefined on creation. */
  readonly oldMerged: readonly MachineImage[] | undefined;
}

interface VersionOverride {
  readonly image: string;
  readonly version: MachineImageVersion;
  /** The same version in the NamespacedCloudProfile before the change. */
  readonly held: MachineImageVersion | undefined;
}

function overrideErrors({ image, version, held }: VersionOverride, path: string, context: Context) {
  const place = {
    existsInParent: true,
    alreadyInOldSpec: held !== undefined,
    parentHasCapabilities: context.defined.size > 0,
  };
  const { forbidden, expirationRequired } = validateImageOverride(version, place);
  const isFixed = held !== undefined && !isSameButForItsEnd(held, version);
  return [
    ...profileErrorIf(isFixed, "OVERRIDE_FIXED", path),
    ...forbidden.map((field) => profileError("OVERRIDE_FORBIDDEN", `${path}.${field}`)),
    ...profileErrorIf(expirationRequired, "OVERRIDE_WITHOUT_END", `${path}.expirationDate`),
    ...profileErrorIf(isNewlyOver(image, version, context), "OVERRIDE_OVER", `${path}.expirationDate`),
  ];
}

function isSameButForItsEnd(held: MachineImageVersion, version: MachineImageVersion): boolean {
  const { expirationDate: _was, ...before } = held;
  const { expirationDate: _is, ...after } = version;
  return semanticallyEqual(before, after);
}

/** Whether an image version override newly sets a past expiry; one already in the merged profile is allowed. */
function isNewlyOver(image: string, version: MachineImageVersion, { oldMerged, view }: Context): boolean {
  if (oldMerged === undefined) return false;
  const merged = versionIn(named(oldMerged, image), version.version);
  const isKept = merged && parseInstant(merged.expirationDate) === parseInstant(version.expirationDate);
  return !isKept && listVersions([version]).some((listed) => isExpired(listed, view.reading));
}

function named(images: readonly MachineImage[] | null | undefined, name: string): MachineImage | undefined {
  return withoutNull(images).find((image) => image.name === name);
}

function versionIn(image: MachineImage | undefined, version: string): MachineImageVersion | undefined {
  return withoutNull(image?.versions).find((one) => one.version === version);
}
