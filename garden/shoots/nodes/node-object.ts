import "server-only";
import type { Machine } from "#garden/gardener/controllers/machines/machine.ts";
import { firstMachinesMs, shootIdentityOf } from "#garden/gardener/controllers/machines/machine-record.ts";
import { machineName, sha256Of } from "#garden/gardener/controllers/machines/pool-machines.ts";
import { workloadTraitsOf } from "#garden/gardener/kinds/workload-traits.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { operatingSystemConfigName } from "#lib/policy/changes/pool-hash.ts";
import { candidateForUpdateLabel } from "#lib/policy/nodes/in-place-node.ts";
import { criticalComponentsTaint } from "#lib/policy/nodes/node-readiness.ts";
import type { MachineSize } from "./create-machine-size-finder.ts";
import { nodeConditions, nodeProblemOf } from "./node-conditions.ts";
import { applyStringMapPatch, type NodeChanges } from "./node-marks.ts";

export interface NodeContext {
  readonly shoot: Shoot;
  readonly sizeOf: (machineType: string) => MachineSize;
  readonly nowMs: number;
}

export interface NodeObject extends KubeObject {
  readonly spec: {
    readonly podCIDR: string;
    readonly providerID: string;
    readonly taints?: readonly unknown[];
    readonly unschedulable?: boolean;
  };
  readonly status: object;
}

/** The name of a machine's Node. If a failing condition names a Node of the pool, that name is used. */
export function nodeName(machine: Machine, shoot: Shoot): string {
  const trouble = nodeProblemOf(machine, shoot);
  const technicalID = shoot.status?.technicalID ?? shoot.metadata.name;
  return trouble?.node ?? machineName(shootIdentityOf(shoot), technicalID, machine.of, machine.index);
}

/** The Node of a machine, with the fields that kubelet and gardener-node-agent set, and with users' changes. */
export function nodeObject(machine: Machine, mark: NodeChanges | undefined, around: NodeContext): NodeObject {
  const { shoot } = around;
  const { pool } = machine.of;
  const name = nodeName(machine, shoot);
  const digest = sha256Of(shootIdentityOf(shoot), name);
  const leaves = machine.state === "leaving";
  const unschedulable = leaves || (mark?.unschedulable ?? isCordonedAtFirst(machine, shoot));
  const taints = [...(mark?.taints ?? pool.taints ?? []), ...stateTaints(machine, unschedulable)];
  const labels = applyStringMapPatch({ ...nodeLabels(machine, name, shoot), ...(pool.labels ?? {}) }, mark?.labels);
  const annotations = applyStringMapPatch(
    { ...nodeAnnotations(machine), ...(pool.annotations ?? {}) },
    mark?.annotations,
  );
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      uid: uuidOf(digest),
      creationTimestamp: formatInstant(machine.createdMs),
      labels,
      annotations,
    },
    spec: {
      podCIDR: `100.${96 + (digest.readUInt8(0) & 31)}.${digest.readUInt8(1)}.0/24`,
      providerID: `${shoot.spec.provider.type}:///${shoot.spec.region ?? ""}/${name}`,
      ...(taints.length === 0 ? {} : { taints }),
      ...(unschedulable ? { unschedulable: true } : {}),
    },
    status: statusOf(machine, around, { name, address: `10.250.${digest.readUInt8(2)}.${digest.readUInt8(3)}` }),
  };
}

/** Whether somebody has cordoned the Node long ago: that of the first machine, until its pool rolls. */
function isCordonedAtFirst({ index, createdMs, of }: Machine, shoot: Shoot): boolean {
  if (index !== 0 || of.pool.name !== shoot.spec.provider.workers?.[0]?.name) return false;
  const rotation = shoot.status?.credentials?.rotation;
  return workloadTraitsOf(shoot).has("node-cordoned") && createdMs === firstMachinesMs(shoot, rotation);
}

function stateTaints({ state }: Machine, unschedulable: boolean): readonly object[] {
  return [
    ...(state === "joining"
      ? [
          { key: criticalComponentsTaint, effect: "NoSchedule" },
          { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" },
        ]
      : []),
    ...(unschedulable ? [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" }] : []),
  ];
}

function nodeLabels(
  { of, index, runs, awaitsUpdate }: Machine,
  name: string,
  { spec }: Shoot,
): Readonly<Record<string, string>> {
  const { pool } = of;
  const zones = pool.zones ?? [];
  return {
    "kubernetes.io/arch": pool.machine.architecture ?? "amd64",
    "kubernetes.io/hostname": name,
    "kubernetes.io/os": "linux",
    "node.kubernetes.io/instance-type": pool.machine.type,
    "node.kubernetes.io/role": "node",
    "topology.kubernetes.io/region": spec.region ?? "",
    ...(zones.length === 0 ? {} : { "topology.kubernetes.io/zone": zones[index % zones.length] ?? "" }),
    "worker.gardener.cloud/cri-name": pool.cri?.name ?? "containerd",
    "worker.gardener.cloud/gardener-node-agent-secret-name": secretNameOf(of),
    "worker.gardener.cloud/image-name": runs.imageName,
    "worker.gardener.cloud/image-version": runs.imageVersion,
    "worker.gardener.cloud/kubernetes-version": runs.kubernetes,
    "worker.gardener.cloud/pool": pool.name,
    "worker.gardener.cloud/system-components": String(pool.systemComponents?.allow ?? true),
    "worker.garden.sapcloud.io/group": pool.name,
    ...(awaitsUpdate ? { [candidateForUpdateLabel]: "true" } : {}),
  };
}

function secretNameOf({ pool, incarnation, update }: Machine["of"]): string {
  return update === ""
    ? `${operatingSystemConfigName(pool.name, [])}-${incarnation.split("/")[0]}`
    : operatingSystemConfigName(pool.name, []);
}

function nodeAnnotations({ of, runs }: Machine): Readonly<Record<string, string>> {
  const checksum = sha256Of(of.pool.name, runs.kubernetes, runs.imageVersion).toString("hex");
  return {
    "checksum/cloud-config-data": checksum,
    "node.alpha.kubernetes.io/ttl": "0",
    "volumes.kubernetes.io/controller-managed-attach-detach": "true",
    "worker.gardener.cloud/kubernetes-version": runs.kubernetes,
  };
}

const operatingSystems: Readonly<Record<string, (version: string) => string>> = {
  gardenlinux: (version) => `Garden Linux ${version}`,
  flatcar: (version) => `Flatcar Container Linux by Kinvolk ${version}`,
  ubuntu: (version) => `Ubuntu ${version.split(".").slice(0, 2).join(".")} LTS`,
  "suse-chost": (version) => `SUSE Linux Enterprise Server ${version}`,
};

function statusOf(
  machine: Machine,
  { shoot, sizeOf, nowMs }: NodeContext,
  { name, address }: { readonly name: string; readonly address: string },
): object {
  const { runs } = machine;
  const { pool } = machine.of;
  const { cpu, memoryKi } = sizeOf(pool.machine.type);
  const system = operatingSystems[runs.imageName] ?? ((version: string) => `${runs.imageName} ${version}`);
  const fixed = { "ephemeral-storage": "50633164Ki", pods: "110", "hugepages-2Mi": "0", "hugepages-1Gi": "0" };
  const digest = sha256Of(shootIdentityOf(shoot), name, "machine");
  return {
    addresses: [
      { type: "InternalIP", address },
      { type: "Hostname", address: name },
    ],
    capacity: { ...fixed, cpu: String(cpu), memory: `${memoryKi}Ki` },
    allocatable: { ...fixed, cpu: `${cpu * 1000 - 80}m`, memory: `${memoryKi - 1_150_976}Ki` },
    conditions: nodeConditions(machine, shoot, nowMs),
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: {
      architecture: pool.machine.architecture ?? "amd64",
      bootID: uuidOf(digest),
      containerRuntimeVersion: "containerd://2.1.4",
      kernelVersion: runs.imageName === "gardenlinux" ? "6.12.47-cloud-amd64" : "6.8.0-71-generic",
      kubeProxyVersion: `v${runs.kubernetes}`,
      kubeletVersion: `v${runs.kubernetes}`,
      machineID: digest.toString("hex").slice(0, 32),
      operatingSystem: "linux",
      osImage: system(runs.imageVersion),
      systemUUID: uuidOf(digest),
    },
  };
}

/** Whether the condition Ready of a Node is True. */
export function isNodeReady({ status }: NodeObject): boolean {
  const ready = listAt(status, "conditions").find((condition) => stringAt(condition, "type") === "Ready");
  return stringAt(ready, "status") === "True";
}

export function uuidOf(digest: Buffer): string {
  const hex = digest.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
