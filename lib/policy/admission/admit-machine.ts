import type { MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { ImageRequest } from "../profiles/default-version.ts";
import {
  admittedCapabilities,
  imageAdmitsKubelet,
  imageObjections,
  listedImageVersion,
  offeredImageVersions,
} from "../profiles/offered-versions.ts";
import { changeFault, type Faults, faultIf } from "../settings/fault.ts";
import { architectureOfType, suitsMachineType } from "../versions/capabilities.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { effectiveKubernetesVersion } from "./effective-pool.ts";
import { architectureOf, isMissingInZone, type PoolInProfile } from "./pool-in-profile.ts";

type Listed = ListedVersion<MachineImageVersion> | undefined;

/**
 * What admission finds in the machines of a pool: architecture, machine type, image, capabilities; the first group that
 * fails ends it. Then the container runtime, and the image's constraint on the kubelet. What a pool had already is never
 * looked at, but capabilities and the constraint on the kubelet are, always.
 * @source Gardener: plugin/pkg/shoot/validator, validateProvider
 */
export function admitMachine(pool: PoolInProfile): Faults {
  const listed = listedImageVersion(pool.profile.images, pool.after.machine.image);
  for (const judge of [architectureFaults, machineTypeFaults, imageFaults, capabilityFaults]) {
    const faults = judge(pool, listed);
    if (faults.length > 0) return faults;
  }
  return [...runtimeFaults(pool, listed), ...kubeletFaults(pool, listed)];
}

function isSameArchitecture({ before, after }: PoolInProfile): boolean {
  return before !== undefined && architectureOf(before) === architectureOf(after);
}

function isSameImage({ before, after }: PoolInProfile): boolean {
  return before !== undefined && semanticallyEqual(before.machine.image, after.machine.image);
}

function architectureFaults({ after }: PoolInProfile): Faults {
  const architecture = architectureOf(after);
  const isKnown = ["amd64", "arm64"].includes(architecture);
  return faultIf(!isKnown, "machine.architecture", "ARCHITECTURE_UNKNOWN", { architecture });
}

/** A profile without any machine type is an excerpt: it says nothing about them. */
function machineTypeFaults(pool: PoolInProfile): Faults {
  const { before, after, profile } = pool;
  const type = after.machine.type;
  if (profile.machineTypes.size === 0 || (before?.machine.type === type && isSameArchitecture(pool))) return [];
  const listed = profile.machineTypes.get(type);
  if (listed === undefined) return [changeFault("machine.type", "MACHINE_TYPE_NOT_OFFERED", { type })];
  const capabilities = admittedCapabilities(profile, pool.view);
  // A profile that is an excerpt, or was never stored, may lack the architecture that the API server fills in.
  const architecture = architectureOfType(listed, capabilities) || (capabilities.length === 0 ? "amd64" : "");
  const reasons = [
    ...(listed.usable === false ? ["unusable"] : []),
    ...(isMissingInZone(pool, "unavailableMachineTypes", type) ? ["zone"] : []),
    ...(architecture === architectureOf(after) ? [] : ["architecture"]),
  ];
  return faultIf(reasons.length > 0, "machine.type", "MACHINE_TYPE_INVALID", { type, reasons });
}

function imageFaults(pool: PoolInProfile, listed: Listed): Faults {
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
    return [changeFault("machine.image.version", "IMAGE_NOT_OFFERED", { image, version, offered })];
  }
  const reasons = imageObjections(listed, request, { offered: profile, view });
  return faultIf(reasons.length > 0, "machine.image", "IMAGE_INVALID", { image, version, reasons });
}

function capabilityFaults({ after, profile, view }: PoolInProfile, listed: Listed): Faults {
  const machineType = profile.machineTypes.get(after.machine.type);
  if (listed === undefined || machineType === undefined) return [];
  const suits = suitsMachineType(listed.entry, machineType, admittedCapabilities(profile, view));
  const facts = { type: machineType.name, version: listed.text };
  return faultIf(!suits, "machine.image.version", "IMAGE_CAPABILITIES", facts);
}

/** An image version that names no container runtime at all is an excerpt: it says nothing about them. */
function runtimeFaults(pool: PoolInProfile, listed: Listed): Faults {
  const { before, after } = pool;
  const offered = listed?.entry.cri ?? [];
  const unchanged = isSameImage(pool) && semanticallyEqual(before?.cri, after.cri);
  if (unchanged || offered.length === 0 || !after.cri) return [];
  const name = after.cri.name || "containerd";
  const found = offered.find((runtime) => runtime.name === name);
  if (found === undefined) return [changeFault("cri.name", "CRI_NOT_OFFERED", { name })];
  const types = (found.containerRuntimes ?? []).map(({ type }) => type);
  return (after.cri.containerRuntimes ?? []).flatMap(({ type }, index) => {
    const path = `cri.containerRuntimes[${index}].type`;
    return faultIf(!types.includes(type), path, "CONTAINER_RUNTIME_NOT_OFFERED", { type });
  });
}

function kubeletFaults({ after, spec }: PoolInProfile, listed: Listed): Faults {
  const version = effectiveKubernetesVersion(spec, after);
  const facts = { version, constraint: listed?.entry.kubeletVersionConstraint ?? "" };
  return faultIf(!imageAdmitsKubelet(listed, version), "machine.image", "IMAGE_KUBELET_CONSTRAINT", facts);
}
