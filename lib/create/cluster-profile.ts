import type { ClusterProfile } from "#lib/contract/new-cluster.ts";
import { versionStageAt } from "#lib/forecast/version-life.ts";
import type { CloudProfileSpec, MachineImageVersion, MachineType } from "#lib/garden/cloud-profile.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { offeredKubernetes } from "#lib/policy/profiles/offered-versions.ts";
import { architecturesOf } from "#lib/policy/versions/capabilities.ts";
import { type ClassificationContext, isActive } from "#lib/policy/versions/classify.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { expiryOf, newestFirst } from "./offered-version.ts";

export interface ProfileToOffer {
  readonly kind: ClusterProfile["kind"];
  readonly name: string;
  readonly spec: CloudProfileSpec;
  /** How the API server reads the profile's dates now. */
  readonly reading: ClassificationContext;
  /** Number of Seeds by region that the scheduler could choose for this provider; undefined if Seeds are not readable. */
  readonly seeds?: ReadonlyMap<string, number> | undefined;
}

/** What a new cluster can have of a profile: without versions that are expired, and without the provider's settings. */
export function clusterProfileOf({ kind, name, spec: written, reading, seeds }: ProfileToOffer): ClusterProfile {
  const { spec, kubernetes, images, machineTypes, capabilities } = prepareProfile(written);
  return {
    kind,
    name,
    type: spec.type ?? "",
    regions: listAt(written, "regions").map((region) => {
      const at = stringAt(region, "name") ?? "";
      return {
        name: at,
        zones: listAt(region, "zones").map((zone) => ({
          name: stringAt(zone, "name") ?? "",
          unavailableMachineTypes: textsIn(listAt(zone, "unavailableMachineTypes")),
          unavailableVolumeTypes: textsIn(listAt(zone, "unavailableVolumeTypes")),
        })),
        accessRestrictions: namesIn(listAt(region, "accessRestrictions")),
        ...(seeds && { seeds: seeds.get(at) ?? 0 }),
      };
    }),
    kubernetes: newestFirst(offeredKubernetes(kubernetes, true, reading)).map((listed) => versionOf(listed, reading)),
    machineTypes: [...machineTypes.values()].map(machineTypeOf),
    volumeTypes: listAt(written, "volumeTypes").flatMap((type) => {
      if (fieldAt(type, "usable") === false) return [];
      const minSize = stringAt(type, "minSize");
      return [
        {
          name: stringAt(type, "name") ?? "",
          class: stringAt(type, "class") ?? "",
          ...(minSize !== undefined && { minSize }),
        },
      ];
    }),
    images: images.map((image) => ({
      name: image.name,
      versions: newestFirst(image.versions.filter((listed) => isActive(listed, reading))).map((listed) => ({
        ...versionOf(listed, reading),
        ...traitsOf(listed.entry, architecturesOf(listed.entry, capabilities)),
      })),
    })),
    allowsZonePinning: fieldAt(written, "controlPlane", "allowZonePinning") === true,
    ...(typeof spec.limits?.maxNodesTotal === "number" && { maxNodesTotal: spec.limits.maxNodesTotal }),
    providerChoices: choicesOf(fieldAt(written, "providerConfig")),
  };
}

function versionOf(listed: ListedVersion, reading: ClassificationContext) {
  const expiresAt = expiryOf(listed, reading);
  return {
    version: listed.text,
    stage: versionStageAt(listed, reading),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function traitsOf({ cri, kubeletVersionConstraint }: MachineImageVersion, architectures: readonly string[]) {
  const runtimes = (cri ?? []).flatMap(({ containerRuntimes }) => containerRuntimes ?? []);
  const names = (cri ?? []).map(({ name }) => name);
  return {
    // A version without architectures is for amd64.
    architectures: architectures.length > 0 ? [...new Set(architectures)] : ["amd64"],
    // A version without interfaces is for containerd.
    cris: names.length > 0 ? [...new Set(names)] : ["containerd"],
    containerRuntimes: [...new Set(runtimes.map(({ type }) => type))],
    ...(kubeletVersionConstraint && { kubelets: kubeletVersionConstraint }),
  };
}

function machineTypeOf(type: MachineType): ClusterProfile["machineTypes"][number] {
  const { name, cpu, gpu, memory, usable, architecture, capabilities, storage } = type;
  const disk = [storage?.size ?? storage?.minSize, storage?.class].filter(Boolean).join(", ");
  return {
    name,
    cpu: cpu ?? "",
    gpu: gpu ?? "",
    memory: memory ?? "",
    architecture: architecture ?? "amd64",
    usable: usable !== false,
    ...(storage && { storage: disk }),
    ...(capabilities && {
      capabilities: Object.fromEntries(Object.entries(capabilities).map(([key, values]) => [key, [...values]])),
    }),
  };
}

/** Names that the provider's part of a profile offers: see `clusterProfileSchema`. */
function choicesOf(config: unknown): Record<string, string[]> {
  const choices = new Map<string, Set<string>>();
  const add = (kind: string, region: string | undefined, names: readonly string[]) => {
    const key = region === undefined ? kind : `${kind}/${region}`;
    if (names.length > 0) choices.set(key, new Set([...(choices.get(key) ?? []), ...names]));
  };
  for (const kind of ["floatingPools", "loadBalancerProviders"]) {
    for (const offer of listAt(config, "constraints", kind)) add(kind, stringAt(offer, "region"), namesIn([offer]));
  }
  for (const plane of valuesIn(fieldAt(config, "metalControlPlanes"))) {
    add("firewallImages", undefined, textsIn(listAt(plane, "firewallImages")));
    for (const [partition, offer] of entriesIn(fieldAt(plane, "partitions"))) {
      add("firewallSizes", partition, textsIn(listAt(offer, "firewallTypes")));
    }
  }
  add("firewallImages", undefined, textsIn(listAt(config, "firewallImages")));
  for (const [partition, networks] of entriesIn(fieldAt(config, "firewallNetworks"))) {
    add("firewallNetworks", partition, textsIn(Array.isArray(networks) ? networks : valuesIn(networks)));
  }
  return Object.fromEntries([...choices].map(([key, names]) => [key, [...names]]));
}

function entriesIn(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

function valuesIn(value: unknown): readonly unknown[] {
  return entriesIn(value).map(([, each]) => each);
}

function textsIn(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string");
}

function namesIn(values: readonly unknown[]): string[] {
  return values.flatMap((value) => stringAt(value, "name") ?? []);
}
