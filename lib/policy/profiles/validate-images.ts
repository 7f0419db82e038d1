import type { MachineImage, MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import { parseConstraint } from "../versions/constraint.ts";
import { listVersions, withoutNull } from "../versions/listed-version.ts";
import { parseVersion } from "../versions/parse.ts";
import { checkUnprefixedName, isUnprefixedName } from "./names-in-profile.ts";
import { findMultipleSupportedVersions, type ProfileAdmissionContext } from "./one-supported.ts";
import { type ProfileErrors, profileError, profileErrorIf } from "./profile-error.ts";
import { type DefinedCapabilities, validateFlavors } from "./validate-capabilities.ts";
import { validateLifecycle } from "./validate-lifecycle.ts";

const strategies: ReadonlySet<string> = new Set(["patch", "minor", "major"]);
const none: DefinedCapabilities = new Map();

/** State of machine image validation: the allowed capabilities, and whether an image may have no versions. */
interface ImageContext {
  readonly defined: DefinedCapabilities;
  readonly mayBeEmpty: boolean;
  /** Keys (name and version) of the images seen so far; validation adds to this set. */
  readonly known: Set<string>;
}

/** Errors for one machine image version alone. @source Gardener: validation/utils.go, ValidateMachineImageVersion */
function versionErrors(name: string, entry: MachineImageVersion, path: string, context: ImageContext): ProfileErrors {
  const key = `${name}-${entry.version}`;
  const isRepeated = context.known.has(key);
  context.known.add(key);
  const minVersion = entry.inPlaceUpdates?.minVersionForUpdate;
  const isUnreadableMinimum = Boolean(minVersion) && !parseVersion(minVersion).ok;
  const constraint = entry.kubeletVersionConstraint;
  const isUnreadableRange = Boolean(constraint) && !parseConstraint(constraint).ok;
  return [
    ...profileErrorIf(isRepeated, "VERSION_DUPLICATE", path),
    ...profileErrorIf(entry.version === "", "VALUE_REQUIRED", `${path}.version`),
    ...profileErrorIf(!parseVersion(entry.version).ok, "VERSION_NOT_SEMVER", `${path}.version`),
    // This is the path in the API server's message, although the field is `inPlaceUpdates.minVersionForUpdate`.
    ...profileErrorIf(isUnreadableMinimum, "VERSION_NOT_SEMVER", `${path}.minVersionForInPlaceUpdate`),
    ...validateFlavors(entry, path, context.defined),
    ...profileErrorIf(isUnreadableRange, "CONSTRAINT_UNREADABLE", `${path}.kubeletVersionConstraint`),
  ];
}

/** Errors for one machine image. @source Gardener: pkg/api/core/validation/utils.go, ValidateMachineImage */
function imageErrors(image: MachineImage, path: string, context: ImageContext): ProfileErrors {
  const versions = withoutNull(image.versions);
  const { updateStrategy } = image;
  const hasUnknownStrategy = typeof updateStrategy === "string" && !strategies.has(updateStrategy);
  return [
    ...checkUnprefixedName(image.name, `${path}.name`),
    ...profileErrorIf(versions.length === 0 && !context.mayBeEmpty, "NO_VERSIONS", `${path}.versions`),
    ...profileErrorIf(hasUnknownStrategy, "UPDATE_STRATEGY_UNKNOWN", `${path}.updateStrategy`),
    ...versions.flatMap((entry, index) => versionErrors(image.name, entry, `${path}.versions[${index}]`, context)),
  ];
}

/**
 * Validation errors for the machine images of any profile by themselves. A name and version must be unique, also across
 * entries of one name.
 *
 * @param defined the capabilities of the effective profile; without any, plain architectures are used
 * @param mayBeEmpty whether an image may have no versions, as in a NamespacedCloudProfile
 * @source Gardener: pkg/api/core/validation/utils.go, ValidateMachineImages
 */
export function validateImages(
  machineImages: readonly MachineImage[] | null | undefined,
  { defined = none, mayBeEmpty = false, root = "spec.machineImages" },
): ProfileErrors {
  const images = withoutNull(machineImages);
  const context: ImageContext = { defined, mayBeEmpty, known: new Set() };
  const isUnreadable = ({ versions }: MachineImage) => versions?.some(({ version }) => !parseVersion(version).ok);
  return [
    ...profileErrorIf(images.some(isUnreadable), "LATEST_UNDETERMINED", root),
    ...images.flatMap((image, index) => {
      const isRepeated = images.slice(0, index).some(({ name }) => name === image.name);
      return [
        ...profileErrorIf(isRepeated, "IMAGE_DUPLICATE", `${root}[${index}]`),
        ...imageErrors(image, `${root}[${index}]`, context),
      ];
    }),
  ];
}

/** Validation errors for an image that a NamespacedCloudProfile adds. @source as {@link validateImages} */
export function validateAddedImage(image: MachineImage, path: string, view: ImageValidationContext): ProfileErrors {
  const context: ImageContext = { defined: view.defined, mayBeEmpty: false, known: new Set() };
  return [...imageErrors(image, path, context), ...offeredVersionErrors(image, path, view)];
}

/** Validation errors for a version that a NamespacedCloudProfile adds to an image. @source as {@link validateImages} */
export function validateAddedVersion(
  name: string,
  entry: MachineImageVersion,
  path: string,
  defined: DefinedCapabilities,
): ProfileErrors {
  return versionErrors(name, entry, path, { defined, mayBeEmpty: false, known: new Set() });
}

/** Context for validating images that Shoots may use. */
export interface ImageValidationContext {
  readonly view: ProfileAdmissionContext;
  readonly defined: DefinedCapabilities;
}

/** Version errors of images open to Shoots. @source Gardener: cloudprofile.go, ValidateMachineImageAdditionalConfig */
function offeredVersionErrors(
  { versions }: MachineImage,
  path: string,
  { view, defined }: ImageValidationContext,
): ProfileErrors {
  const listed = listVersions(versions);
  const twice = findMultipleSupportedVersions(listed, view);
  return listed.flatMap((version, index) => {
    const { entry } = version;
    const place = `${path}.versions[${index}]`;
    return [
      ...runtimeErrors(entry.cri, `${place}.cri`),
      ...twice.filter((one) => one === version).map(() => profileError("SUPPORTED_OVERLAP", place)),
      ...validateLifecycle(entry, place, view.rules),
      ...(defined.size === 0 ? undefinedErrors(entry, place) : []),
    ];
  });
}

function undefinedErrors({ architectures, capabilityFlavors }: MachineImageVersion, path: string): ProfileErrors {
  return [
    ...profileErrorIf(!architectures?.length, "VALUE_REQUIRED", `${path}.architectures`),
    ...profileErrorIf(Boolean(capabilityFlavors?.length), "CAPABILITIES_UNDEFINED", `${path}.capabilityFlavors`),
  ];
}

/** Errors for an image's container runtimes. @source Gardener: cloudprofile.go, validateContainerRuntimesInterfaces */
function runtimeErrors(cri: MachineImageVersion["cri"], path: string): ProfileErrors {
  const listed = cri ?? [];
  if (listed.length === 0) return [profileError("VALUE_REQUIRED", path)];
  return listed.flatMap(({ name, containerRuntimes }, index) => {
    const types = (containerRuntimes ?? []).map(({ type }) => type);
    const isRepeated = listed.findIndex((one) => one.name === name) < index;
    return [
      ...profileErrorIf(isRepeated, "NAME_DUPLICATE", `${path}[${index}]`),
      ...profileErrorIf(name !== "containerd", "RUNTIME_UNKNOWN", `${path}[${index}].name`),
      ...types.flatMap((type, at) => {
        const place = `${path}[${index}].containerRuntimes[${at}]`;
        return [
          ...profileErrorIf(!isUnprefixedName(type), "NAME_INVALID", `${place}.type`),
          ...profileErrorIf(types.indexOf(type) < at, "NAME_DUPLICATE", `${place}.type`),
        ];
      }),
    ];
  });
}

/**
 * Validation errors for the machine images of a profile that Shoots use. Unlike the latest Kubernetes version, the
 * latest image version may expire.
 *
 * @source Gardener: pkg/api/core/validation/cloudprofile.go, ValidateCloudProfileMachineImages
 */
export function validateMachineImages(
  machineImages: readonly MachineImage[] | null | undefined,
  { view, defined }: ImageValidationContext,
  root = "spec.machineImages",
): ProfileErrors {
  const images = withoutNull(machineImages);
  if (images.length === 0) return [profileError("NO_IMAGES", root)];
  return [
    ...validateImages(images, { defined, root }),
    ...images.flatMap((image, index) => {
      const path = `${root}[${index}]`;
      const hasStrategy = typeof image.updateStrategy === "string";
      return [
        ...profileErrorIf(!hasStrategy, "VALUE_REQUIRED", `${path}.updateStrategy`),
        ...offeredVersionErrors(image, path, { view, defined }),
      ];
    }),
  ];
}
