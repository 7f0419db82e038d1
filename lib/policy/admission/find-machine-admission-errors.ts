import type { MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { ImageRequest } from "../profiles/default-version.ts";
import {
  capabilitiesCheckedByAdmission,
  findImageRejections,
  imageAdmitsKubelet,
  listedImageVersion,
  offeredImageVersions,
} from "../profiles/offered-versions.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { architectureOfType, suitsMachineType } from "../versions/capabilities.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { effectiveKubernetesVersion } from "./effective-pool.ts";
import { isTypeUnavailableInZone, machineArchitectureOfPool, type PoolAdmissionInput } from "./pool-in-profile.ts";

type Listed = ListedVersion<MachineImageVersion> | undefined;

/**
 * Admission errors for a pool's machines: architecture, machine type, image and capabilities, stopping at the first
 * group that fails; then the container runtime and the image's constraint on the kubelet version. Unchanged values are
 * not checked, except capabilities and the kubelet constraint, which always are.
 * @source Gardener: plugin/pkg/shoot/validator, validateProvider
 */
export function findMachineAdmissionErrors(pool: PoolAdmissionInput): FieldErrors {
  const listed = listedImageVersion(pool.profile.images, pool.after.machine.image);
  for (const judge of [architectureErrors, machineTypeErrors, imageErrors, capabilityErrors]) {
    const faults = judge(pool, listed);
    if (faults.length > 0) return faults;
  }
  return [...runtimeErrors(pool, listed), ...kubeletErrors(pool, listed)];
}

function isSameArchitecture({ before, after }: PoolAdmissionInput): boolean {
  return before !== undefined && machineArchitectureOfPool(before) === machineArchitectureOfPool(after);
}

function isSameImage({ before, after }: PoolAdmissionInput): boolean {
  return before !== undefined && semanticallyEqual(before.machine.image, after.machine.image);
}

function architectureErrors({ after }: PoolAdmissionInput): FieldErrors {
  const architecture = machineArchitectureOfPool(after);
  const isKnown = ["amd64", "arm64"].includes(architecture);
  return fieldErrorIf(!isKnown, "machine.architecture", "ARCHITECTURE_UNKNOWN", { architecture });
}

/** Errors for a pool's machine type. A CloudProfile without machine types is incomplete and allows any type. */
function machineTypeErrors(pool: PoolAdmissionInput): FieldErrors {
  const { before, after, profile } = pool;
  const type = after.machine.type;
  if (profile.machineTypes.size === 0 || (before?.machine.type === type && isSameArchitecture(pool))) return [];
  const listed = profile.machineTypes.get(type);
  if (listed === undefined) return [fieldError("machine.type", "MACHINE_TYPE_NOT_OFFERED", { type })];
  const capabilities = capabilitiesCheckedByAdmission(profile, pool.view);
  // An incomplete CloudProfile, or one that was never stored, may lack the architecture that the API server defaults.
  const architecture = architectureOfType(listed, capabilities) || (capabilities.length === 0 ? "amd64" : "");
  const reasons = [
    ...(listed.usable === false ? ["unusable"] : []),
    ...(isTypeUnavailableInZone(pool, "unavailableMachineTypes", type) ? ["zone"] : []),
    ...(architecture === machineArchitectureOfPool(after) ? [] : ["architecture"]),
  ];
  return fieldErrorIf(reasons.length > 0, "machine.type", "MACHINE_TYPE_INVALID", { type, reasons });
}

function imageErrors(pool: PoolAdmissionInput, listed: Listed): FieldErrors {
  const { before, after, profile, view } = pool;
  if (isSameImage(pool) && isSameArchitecture(pool)) return [];
  const request: ImageRequest = {
    image: after.machine.image ?? null,
    oldImage: before?.machine.image ?? undefined,
    pool: { updateStrategy: after.updateStrategy ?? null, architecture: machineArchitectureOfPool(after) },
  };
  const image = after.machine.image?.name ?? "";
  const version = after.machine.image?.version ?? "";
  if (listed === undefined || version === "") {
    const offered = offeredImageVersions(request, { offered: profile, view }).map(({ text }) => text);
    return [fieldError("machine.image.version", "IMAGE_NOT_OFFERED", { image, version, offered })];
  }
  const reasons = findImageRejections(listed, request, { offered: profile, view });
  return fieldErrorIf(reasons.length > 0, "machine.image", "IMAGE_INVALID", { image, version, reasons });
}

function capabilityErrors({ after, profile, view }: PoolAdmissionInput, listed: Listed): FieldErrors {
  const machineType = profile.machineTypes.get(after.machine.type);
  if (listed === undefined || machineType === undefined) return [];
  const suits = suitsMachineType(listed.entry, machineType, capabilitiesCheckedByAdmission(profile, view));
  const facts = { type: machineType.name, version: listed.text };
  return fieldErrorIf(!suits, "machine.image.version", "IMAGE_CAPABILITIES", facts);
}

/** Errors for a pool's container runtime; image versions that list no runtime are incomplete, thus not checked. */
function runtimeErrors(pool: PoolAdmissionInput, listed: Listed): FieldErrors {
  const { before, after } = pool;
  const offered = listed?.entry.cri ?? [];
  const unchanged = isSameImage(pool) && semanticallyEqual(before?.cri, after.cri);
  if (unchanged || offered.length === 0 || !after.cri) return [];
  const name = after.cri.name || "containerd";
  const found = offered.find((runtime) => runtime.name === name);
  if (found === undefined) return [fieldError("cri.name", "CRI_NOT_OFFERED", { name })];
  const types = (found.containerRuntimes ?? []).map(({ type }) => type);
  return (after.cri.containerRuntimes ?? []).flatMap(({ type }, index) => {
    const path = `cri.containerRuntimes[${index}].type`;
    return fieldErrorIf(!types.includes(type), path, "CONTAINER_RUNTIME_NOT_OFFERED", { type });
  });
}

function kubeletErrors({ after, spec }: PoolAdmissionInput, listed: Listed): FieldErrors {
  const version = effectiveKubernetesVersion(spec, after);
  const facts = { version, constraint: listed?.entry.kubeletVersionConstraint ?? "" };
  return fieldErrorIf(!imageAdmitsKubelet(listed, version), "machine.image", "IMAGE_KUBELET_CONSTRAINT", facts);
}
