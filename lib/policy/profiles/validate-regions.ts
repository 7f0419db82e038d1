import type { CloudProfileSpec, MachineImageVersion, Region } from "#lib/garden/cloud-profile.ts";
import type { LabelSelector } from "#lib/kube/label-selector.ts";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";
import { architectureCapability, architectureOfType } from "../versions/capabilities.ts";
import { type ClassificationContext, isSupported } from "../versions/classify.ts";
import { listVersions, withoutNull } from "../versions/listed-version.ts";
import { type ProfileErrors, profileError, profileErrorIf } from "./profile-error.ts";
import { type DefinedCapabilities, definedCapabilities } from "./validate-capabilities.ts";

/** Errors for a profile's regions. @source Gardener: core/validation/cloudprofile.go, validateCloudProfileRegions */
export function validateRegions(regions: readonly Region[] | null | undefined): ProfileErrors {
  const root = "spec.regions";
  const listed = withoutNull(regions);
  if (listed.length === 0) return [profileError("NO_REGIONS", root)];
  return [
    ...listed.flatMap((region, index) => [
      ...uniqueName(listed, index, `${root}[${index}].name`),
      ...withoutNull(region.zones).flatMap((_, at, zones) =>
        uniqueName(zones, at, `${root}[${index}].zones[${at}].name`),
      ),
      ...labelErrors(region.labels, `${root}[${index}].labels`),
    ]),
  ];
}

type Named = { readonly name: string };

function uniqueName(all: readonly Named[], index: number, path: string): ProfileErrors {
  const name = all[index]?.name;
  if (!name) return [profileError("VALUE_REQUIRED", path)];
  return profileErrorIf(all.findIndex((one) => one.name === name) < index, "NAME_DUPLICATE", path);
}

function labelErrors(labels: Readonly<Record<string, string>> | null | undefined, path: string): ProfileErrors {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...profileErrorIf(!isLabelKey(key), "LABEL_INVALID", path),
    ...profileErrorIf(!isLabelValue(value), "LABEL_INVALID", path),
  ]);
}

/** Errors for a label selector. @source Kubernetes: apimachinery pkg/apis/meta/v1/validation, ValidateLabelSelector */
export function validateSelector(selector: LabelSelector | null | undefined, path: string): ProfileErrors {
  return [
    ...labelErrors(selector?.matchLabels, `${path}.matchLabels`),
    ...(selector?.matchExpressions ?? []).flatMap(({ key, operator, values }, index) => {
      const place = `${path}.matchExpressions[${index}]`;
      return [
        ...operatorErrors(operator, (values ?? []).length, place),
        ...profileErrorIf(!isLabelKey(key), "LABEL_INVALID", `${place}.key`),
        ...(values ?? []).flatMap((value, at) =>
          profileErrorIf(!isLabelValue(value), "LABEL_INVALID", `${place}.values[${at}]`),
        ),
      ];
    }),
  ];
}

function operatorErrors(operator: string, values: number, path: string): ProfileErrors {
  switch (operator) {
    case "In":
    case "NotIn":
      return profileErrorIf(values === 0, "VALUE_REQUIRED", `${path}.values`);
    case "Exists":
    case "DoesNotExist":
      return profileErrorIf(values > 0, "SELECTOR_VALUES_FORBIDDEN", `${path}.values`);
    default:
      return [profileError("SELECTOR_OPERATOR_UNKNOWN", `${path}.operator`)];
  }
}

/**
 * Validation errors for bastions: the machine type must be offered, the image have a supported version of its
 * architecture.
 *
 * @source Gardener: pkg/api/core/validation/cloudprofile.go, validateCloudProfileBastion
 */
export function validateBastion(spec: CloudProfileSpec, reading: ClassificationContext): ProfileErrors {
  const root = "spec.bastion";
  const { bastion, machineTypes, machineCapabilities } = spec;
  if (!bastion) return [];
  const { machineType, machineImage } = bastion;
  if (!machineType && !machineImage) return [profileError("BASTION_EMPTY", root)];
  const type = machineType ? withoutNull(machineTypes).find(({ name }) => name === machineType.name) : undefined;
  const architecture = type && architectureOfType(type, withoutNull(machineCapabilities));
  return [
    ...profileErrorIf(Boolean(machineType) && !type, "BASTION_NOT_OFFERED", `${root}.machineType.name`),
    ...(machineImage ? bastionImageErrors(spec, { ...machineImage, architecture }, reading) : []),
  ];
}

interface BastionImage extends Named {
  readonly version?: string | null;
  /** The architecture that the bastion's image must have; undefined when any architecture is accepted. */
  readonly architecture: string | undefined;
}

function bastionImageErrors(
  { machineImages, machineCapabilities }: CloudProfileSpec,
  { name, version, architecture }: BastionImage,
  reading: ClassificationContext,
): ProfileErrors {
  const root = "spec.bastion.machineImage";
  const image = withoutNull(machineImages).find((one) => one.name === name);
  if (!image) return [profileError("BASTION_NOT_OFFERED", `${root}.name`)];
  const path = typeof version === "string" ? `${root}.version` : `${root}.name`;
  const listed = listVersions(image.versions);
  const named = typeof version === "string" ? listed.filter(({ text }) => text === version).slice(0, 1) : listed;
  if (typeof version === "string" && named.length === 0) return [profileError("BASTION_NOT_OFFERED", path)];
  const defined = definedCapabilities(machineCapabilities);
  const fits = named.some(
    (one) =>
      (architecture === undefined || supportsArchitecture(one.entry, architecture, defined)) &&
      typeof one.entry.classification === "string" &&
      isSupported(one, reading),
  );
  return profileErrorIf(!fits, "BASTION_IMAGE_UNFIT", path);
}

/** Whether an image version supports an architecture. @source Gardener: MachineImageVersion.SupportsArchitecture */
function supportsArchitecture(
  { architectures, capabilityFlavors }: MachineImageVersion,
  wanted: string,
  defined: DefinedCapabilities,
): boolean {
  if (defined.size === 0) return (architectures ?? []).includes(wanted);
  const ofFlavors = (capabilityFlavors ?? []).flatMap((flavor) => flavor[architectureCapability] ?? []);
  return [...ofFlavors, ...(defined.get(architectureCapability) ?? [])].includes(wanted);
}
