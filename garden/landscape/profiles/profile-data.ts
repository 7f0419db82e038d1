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

/** A version with classification and expirationDate. `endsIn` is its last day relative to today; null for none. */
export type ClassicVersion = readonly [version: string, classification: string | null, endsIn: number | null];

export function classicVersions(time: DemoTime, versions: readonly ClassicVersion[]): ExpirableVersion[] {
  return versions.map(([version, classification, endsIn]) => ({
    version,
    ...(classification === null ? {} : { classification }),
    ...(endsIn === null ? {} : { expirationDate: time.endOfDay(endsIn) }),
  }));
}

/** Lifecycle stages with their first day relative to today; null for a stage without a start. */
export type Stages = Readonly<Record<string, number | null>>;

export function stages(time: DemoTime, starts: Stages): LifecycleStage[] {
  return Object.entries(starts).map(([classification, startsIn]) =>
    startsIn === null ? { classification } : { classification, startTime: time.startOfDay(startsIn) },
  );
}

interface ImageTraits {
  readonly architectures?: readonly string[];
  readonly containerRuntimes?: readonly string[];
  readonly kubeletVersionConstraint?: string;
  /** The oldest version with an in-place update to this one. */
  readonly inPlaceFrom?: string;
}

/** Adds the properties of an image version that are not part of its lifecycle. */
export function imageVersion(lifecycle: ExpirableVersion, traits: ImageTraits = {}): MachineImageVersion {
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

/** Name, CPUs, memory in Gi, and any other differences. */
export type MachineRow = readonly [name: string, cpu: number, memoryGi: number, extra?: Partial<MachineType>];

export function machineTypes(rows: readonly MachineRow[]): MachineType[] {
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

export function regions(rows: Readonly<Record<string, readonly string[]>>): NonNullable<CloudProfileSpec["regions"]> {
  return Object.entries(rows).map(([name, zones]) => ({ name, zones: zones.map((zone) => ({ name: zone })) }));
}

export function cloudProfile(name: string, createdAt: string, spec: CloudProfileSpec): CloudProfile {
  const profile: CloudProfile = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "CloudProfile",
    metadata: { name, creationTimestamp: createdAt, finalizers: ["gardener"] },
    spec,
  };
  return withExtensionLabels(profile, [["provider", spec.type ?? ""]]);
}
