import type { MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { ImageRequest } from "../profiles/default-version.ts";
import {
  admittedCapabilities,
  findImageRejections,
  imageAdmitsKubelet,
  listedImageVersion,
  offeredImageVersions,
} from "../profiles/offered-versions.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { architectureOfType, suitsMachineType } from "../versions/capabilities.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { effectiveKubernetesVersion } from "./effective-pool.ts";
import { architectureOf, isMissingInZone, type PoolInProfile } from "./pool-in-profile.ts";

type Listed = ListedVersion<MachineImageVersion> | undefined;

/**
 * Admission errors for a pool's machines: architecture, machine type, image and capabilities, stopping at the first
 * group that fails; then the container runtime and the image's constraint on the kubelet version. Unchanged values are
 * not checked, except capabilities and the kubelet constraint, which always are.
 * @source Gardener: plugin/pkg/shoot/validator, validateProvider
 */
export function admitMachine(pool: PoolInProfile): FieldErrors {
  const listed = listedImageVersion(pool.profile.images, pool.after.machine.image);
  for (const judge of [architectureErrors, machineTypeErrors, imageErrors, capabilityErrors]) {
    const faults = judge(pool, listed);
    if (faults.length > 0) return faults;
  }
  return [...runtimeErrors(pool, listed), ...kubeletErrors(pool, listed)];
}

function isSameArchitecture({ before, after }: PoolInProfile): boolean {
  return before !== undefined && architectureOf(before) === architectureOf(after);
}

function isSameImage({ before, after }: PoolInProfile): boolean {
  return before !== undefined && semanticallyEqual(before.machine.image, after.machine.image);
}

function architectureErrors({ after }: PoolInProfile): FieldErrors {
  const architecture = architectureOf(after);
  const isKnown = ["amd64", "arm64"].includes(architecture);
  return fieldErrorIf(!isKnown, "machine.architecture", "ARCHITECTURE_UNKNOWN", { architecture });
}

/** A profile without any machine type is an excerpt, so machine types are not checked against it. */
function machineTypeErrors(pool: PoolInProfile): FieldErrors {
  const { before, after, profile } = pool;
  const type = after.machine.type;
  if (profile.machineTypes.size === 0 || (before?.machine.type === type && isSameArchitecture(pool))) return [];
  const listed = profile.machineTypes.get(type);
  if (listed === undefined) return [fieldError("machine.type", "MACHINE_TYPE_NOT_OFFERED", { type })];
  const capabilities = admittedCapabilities(profile, pool.view);
  // An excerpt of a profile, or one that was never stored, may lack the architecture that the API server defaults.
  const architecture = architectureOfType(listed, capabilities) || (capabilities.length === 0 ? "amd64" : "");
  const reasons = [
    ...(listed.usable === false ? ["unusable"] : []),
    ...(isMissingInZone(pool, "unavailableMachineTypes", type) ? ["zone"] : []),
    ...(architecture === architectureOf(after) ? [] : ["architecture"]),
  ];
  return fieldErrorIf(reasons.length > 0, "machine.type", "MACHINE_TYPE_INVALID", { type, reasons });
}

function imageErrors(pool: PoolInProfile, listed: Listed): FieldErrors {
  const { before, after, profile, view } = pool;
  if (isSameImage(pool) && isSameArchitecture(pool)) return [];
  const request: ImageRequest = {
    image: after.machine.image ?? null,
    oldImage: before?.machine.image ?? undefined,
    pool: { updateStrategy: after.updateStrategy ?? null, architecture: architectureOf(after) },
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

function capabilityErrors({ after, profile, view }: PoolInProfile, listed: Listed): FieldErrors {
  const machineType = profile.machineTypes.get(after.machine.type);
  if (listed === undefined || machineType === undefined) return [];
  const suits = suitsMachineType(listed.entry, machineType, admittedCapabilities(profile, view));
  const facts = { type: machineType.name, version: listed.text };
  return fieldErrorIf(!suits, "machine.image.version", "IMAGE_CAPABILITIES", facts);
}

/** An image version that lists no container runtime at all is an excerpt, so runtimes are not checked against it. */
function runtimeErrors(pool: PoolInProfile, listed: Listed): FieldErrors {
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

function kubeletErrors({ after, spec }: PoolInProfile, listed: Listed): FieldErrors {
  const version = effectiveKubernetesVersion(spec, after);
  const facts = { version, constraint: listed?.entry.kubeletVersionConstraint ?? "" };
  return fieldErrorIf(!imageAdmitsKubelet(listed, version), "machine.image", "IMAGE_KUBELET_CONSTRAINT", facts);
}
