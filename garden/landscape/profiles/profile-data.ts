import { withExtensionLabels } from "#garden/gardener/admission/extension-labels.ts";
import type {
  CloudProfile,
  CloudProfileSpec,
  ExpirableVersion,
  LifecycleStage,
  MachineImageVersion,
  MachineType,
} from "#lib/garden/cloud-profile.ts";
import type { DemoTime } from "../plan/demo-time.ts";

/** A version, its classification, and its last day relative to today; null if it does not expire. */
export type ExpirableVersionRow = readonly [version: string, classification: string | null, endsIn: number | null];

export function buildExpirableVersions(time: DemoTime, versions: readonly ExpirableVersionRow[]): ExpirableVersion[] {
  return versions.map(([version, classification, endsIn]) => ({
    version,
    ...(classification === null ? {} : { classification }),
    ...(endsIn === null ? {} : { expirationDate: time.endOfDay(endsIn) }),
  }));
}

/** Lifecycle stages with the first day of each, relative to today; null for a stage without a start time. */
export type LifecycleStageStarts = Readonly<Record<string, number | null>>;

export function buildLifecycleStages(time: DemoTime, starts: LifecycleStageStarts): LifecycleStage[] {
  return Object.entries(starts).map(([classification, startsIn]) =>
    startsIn === null ? { classification } : { classification, startTime: time.startOfDay(startsIn) },
  );
}

interface ImageTraits {
  readonly architectures?: readonly string[];
  readonly containerRuntimes?: readonly string[];
  readonly kubeletVersionConstraint?: string;
  /** The oldest version from which an in-place update to this version is possible. */
  readonly inPlaceFrom?: string;
}

/** Builds a machine image version from its lifecycle and its other properties. */
export function buildImageVersion(lifecycle: ExpirableVersion, traits: ImageTraits = {}): MachineImageVersion {
  const { containerRuntimes = [], kubeletVersionConstraint, inPlaceFrom } = traits;
  const containerd = { name: "containerd", containerRuntimes: containerRuntimes.map((type) => ({ type })) };
  return {
    ...lifecycle,
    architectures: traits.architectures ?? ["amd64"],
    cri: [containerRuntimes.length === 0 ? { name: "containerd" } : containerd],
    ...(kubeletVersionConstraint === undefined ? {} : { kubeletVersionConstraint }),
    ...(inPlaceFrom === undefined ? {} : { inPlaceUpdates: { supported: true, minVersionForUpdate: inPlaceFrom } }),
  };
}

/** A machine type: its name, CPUs, memory in Gi, and other properties. */
export type MachineTypeRow = readonly [name: string, cpu: number, memoryGi: number, extra?: Partial<MachineType>];

export function buildMachineTypes(rows: readonly MachineTypeRow[]): MachineType[] {
  return rows.map(([name, cpu, memoryGi, extra]) => ({
    name,
    cpu: String(cpu),
    gpu: "0",
    memory: `${memoryGi}Gi`,
    usable: true,
    architecture: "amd64",
    ...extra,
  }));
}

export function buildRegions(
  rows: Readonly<Record<string, readonly string[]>>,
): NonNullable<CloudProfileSpec["regions"]> {
  return Object.entries(rows).map(([name, zones]) => ({ name, zones: zones.map((zone) => ({ name: zone })) }));
}

export function buildCloudProfile(name: string, createdAt: string, spec: CloudProfileSpec): CloudProfile {
  const profile: CloudProfile = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "CloudProfile",
    metadata: { name, creationTimestamp: createdAt, finalizers: ["gardener"] },
    spec,
  };
  return withExtensionLabels(profile, [["provider", spec.type ?? ""]]);
}
