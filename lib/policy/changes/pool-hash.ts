import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type {
  PendingWorkersRollout,
  ShootCredentialsRotation,
  ShootSpec,
  TwoPhaseRotation,
  Worker,
} from "#lib/garden/shoot.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { sumOfQuantities } from "#lib/kube/quantity.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { effectiveKubelet, effectiveKubernetesVersion, majorMinorOf } from "../admission/effective-pool.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";

/** Name of one value that goes into the pool hash. */
export type HashDatumName =
  | "kubernetesMinor"
  | "machineType"
  | "image"
  | "imageVersion"
  | "volumeSize"
  | "volumeType"
  | "cri"
  | "caRotation"
  | "saRotation"
  | "nodeLocalDNS"
  | "providerConfig"
  | "kubeReserved"
  | "evictionHard"
  | "cpuManagerPolicy";

export interface HashDatum {
  readonly name: HashDatumName;
  readonly value: string;
}

/** Details of the pool hash that depend on the Gardener release. */
export interface PoolHashRules {
  /** Whether kubeReserved, evictionHard, cpuManagerPolicy and provider-chosen providerConfig fields enter the hash. */
  readonly kubeletData: boolean;
  /** Whether systemReserved is added to kubeReserved. */
  readonly systemReserved: boolean;
  /** Whether a pool in `pendingWorkersRollouts` uses the rotation time of its own entry. */
  readonly rotationPerPool: boolean;
  /** Whether node-local DNS is only hashed below Kubernetes 1.34 or with kube-proxy in IPVS mode. */
  readonly nodeLocalDnsScoped: boolean;
}

/** The pool hash details that apply in a landscape, derived from its Gardener rules. */
export function poolHashRules(rules: GardenerRules): PoolHashRules {
  return {
    kubeletData: rules("hash.scheme") === "new",
    systemReserved: rules("hash.systemReserved") === "sum",
    rotationPerPool: rules("hash.rotationTime") === "pool",
    nodeLocalDnsScoped: rules("hash.nodeLocalDNS") === "below134OrIPVS",
  };
}

/**
 * Hash details of a pool that was created before the feature gate NewWorkerPoolHash was enabled and has not been rolled
 * since: such a pool keeps the oldest hash scheme until the landscape drops it.
 */
export function legacyPoolHashRules(rules: GardenerRules): PoolHashRules {
  const today = poolHashRules(rules);
  return rules("hash.legacyPool") === "possible" ? { ...today, kubeletData: false } : today;
}

export const newestPoolHashRules: PoolHashRules = poolHashRules(newestRules);

/** A pool within its Shoot, with the Shoot's credential rotations. */
export interface PoolInShoot {
  readonly spec: ShootSpec;
  readonly pool: Worker;
  readonly rotation?: ShootCredentialsRotation | null | undefined;
}

/**
 * The values that decide whether the nodes of a rolling pool are replaced, in hashing order. The values are hashed
 * without names, so two different changes can cancel each other out.
 * @source Gardener: pkg/component/extensions/operatingsystemconfig, Key
 */
function rollingHashData(at: PoolInShoot, rules: PoolHashRules = newestPoolHashRules): readonly HashDatum[] {
  const { pool } = at;
  const image = pool.machine.image;
  return present([
    ["kubernetesMinor", majorMinorOf(effectiveKubernetesVersion(at.spec, pool))],
    ["machineType", pool.machine.type],
    ["image", image ? `${image.name}${image.version ?? ""}` : undefined],
    ["volumeSize", pool.volume ? (pool.volume.size ?? "") : undefined],
    ["volumeType", pool.volume ? (pool.volume.type ?? undefined) : undefined],
    ["cri", pool.cri ? (pool.cri.name ?? "") : undefined],
    ...rotationData(at, rules),
    ["nodeLocalDNS", isNodeLocalDnsInPoolHash(at, rules) ? "node-local-dns" : undefined],
    [
      "providerConfig",
      !rules.kubeletData && pool.providerConfig != null ? JSON.stringify(pool.providerConfig) : undefined,
    ],
    ...kubeletData(at, rules),
  ]);
}

/**
 * The values that decide whether the nodes of an in-place pool are updated, in hashing order.
 * @source Gardener: pkg/utils/gardener/shoot.go, CalculateWorkerPoolHashForInPlaceUpdate
 */
export function inPlaceHashData(at: PoolInShoot, rules: PoolHashRules = newestPoolHashRules): readonly HashDatum[] {
  return present([
    ["kubernetesMinor", majorMinorOf(effectiveKubernetesVersion(at.spec, at.pool))],
    ["imageVersion", at.pool.machine.image?.version ?? undefined],
    ...rotationData(at, rules),
    ...kubeletData(at, rules),
  ]);
}

/** The hash data of a pool under its own update strategy. */
export function poolHashData(at: PoolInShoot, rules: PoolHashRules = newestPoolHashRules): readonly HashDatum[] {
  return isPoolUpdatedInPlace(at.pool) ? inPlaceHashData(at, rules) : rollingHashData(at, rules);
}

/**
 * Names of the hash values that differ; empty when the pool hash is unchanged. As in Gardener, the sequence of values
 * decides; the names only explain the difference.
 */
export function changedHashData(before: readonly HashDatum[], after: readonly HashDatum[]): readonly HashDatumName[] {
  const same = before.length === after.length && before.every(({ value }, index) => value === after[index]?.value);
  if (same) return [];
  const old = new Map(before.map(({ name, value }) => [name, value]));
  const now = new Map(after.map(({ name, value }) => [name, value]));
  return [...new Set([...before, ...after].map(({ name }) => name))].filter((name) => old.get(name) !== now.get(name));
}

/**
 * Name of a pool's OperatingSystemConfig, which is the key its machines are created with.
 * @param values Empty for an in-place pool, whose key is constant.
 * @source Gardener: pkg/component/extensions/operatingsystemconfig, KeyV2
 */
export function operatingSystemConfigName(pool: string, values: readonly string[]): string {
  return values.length === 0 ? `gardener-node-agent-${pool}` : `gardener-node-agent-${pool}-${poolHash(values)}`;
}

/** The first 16 hex digits of the SHA-256 over the SHA-256 hashes of all values. */
export function poolHash(values: readonly string[]): string {
  return sha256Hex(values.map(sha256Hex).join("")).slice(0, 16);
}

function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

type MaybeDatum = readonly [HashDatumName, string | null | undefined];

function present(data: readonly MaybeDatum[]): readonly HashDatum[] {
  return data.flatMap(([name, value]) => (value === undefined || value === null ? [] : [{ name, value }]));
}

function rotationData({ pool, rotation }: PoolInShoot, rules: PoolHashRules): readonly MaybeDatum[] {
  return [
    ["caRotation", rotationTime(rotation?.certificateAuthorities, pool, rules)],
    ["saRotation", rotationTime(rotation?.serviceAccountKey, pool, rules)],
  ];
}

function rotationTime(
  family: TwoPhaseRotation | null | undefined,
  pool: Worker,
  rules: PoolHashRules,
): string | undefined {
  const list = rules.rotationPerPool ? family?.pendingWorkersRollouts : undefined;
  const pending = list ? firstByName(list).get(pool.name) : undefined;
  const instant = pending === undefined ? family?.lastInitiationTime : pending.lastInitiationTime;
  return instant ? goTime(instant) : undefined;
}

/** The first pending rollout of each pool name. Cached because every pool looks up its own. */
const firstByName = memoizePerObject(
  (list: readonly PendingWorkersRollout[]): ReadonlyMap<string, PendingWorkersRollout> => {
    return new Map(list.map((pending): [string, PendingWorkersRollout] => [pending.name, pending]).reverse());
  },
);

const cachedInstants = 500;

/**
 * Go's default text form of a time in UTC, to whole seconds; unparsable text is returned unchanged. Cached because most
 * pools share the same instant.
 */
const goTime = memoizePerKey(cachedInstants, (instant) => {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return `${date.toISOString().slice(0, 19).replace("T", " ")} +0000 UTC`;
});

/** Whether node-local DNS is part of the pool hash; otherwise it is only a node label. */
export function isNodeLocalDnsInPoolHash(
  { spec, pool }: PoolInShoot,
  rules: PoolHashRules = newestPoolHashRules,
): boolean {
  if (fieldAt(spec.systemComponents, "nodeLocalDNS", "enabled") !== true) return false;
  return !rules.nodeLocalDnsScoped || nodeLocalDnsRequiresNewNodes(spec, effectiveKubernetesVersion(spec, pool));
}

/** Below Kubernetes 1.34, or with kube-proxy in IPVS mode, only new nodes use node-local DNS. */
export function nodeLocalDnsRequiresNewNodes(spec: ShootSpec, version: string): boolean {
  const [, major = "0", minor = "0"] = /^v?([0-9]+)\.([0-9]+)/.exec(version) ?? [];
  const below134 = Number(major) < 1 || (Number(major) === 1 && Number(minor) < 34);
  const ipvs =
    fieldAt(spec.kubernetes.kubeProxy, "enabled") !== false && stringAt(spec.kubernetes.kubeProxy, "mode") === "IPVS";
  return below134 || ipvs;
}

function kubeletData({ spec, pool }: PoolInShoot, rules: PoolHashRules): readonly MaybeDatum[] {
  if (!rules.kubeletData) return [];
  const kubelet = effectiveKubelet(spec, pool);
  return [
    ["kubeReserved", reservedText(kubelet, rules)],
    ["evictionHard", evictionText(fieldAt(kubelet, "evictionHard"))],
    ["cpuManagerPolicy", stringAt(kubelet, "cpuManagerPolicy")],
  ];
}

function reservedText(kubelet: unknown, { systemReserved }: PoolHashRules): string | undefined {
  const blocks = [fieldAt(kubelet, "kubeReserved"), ...(systemReserved ? [fieldAt(kubelet, "systemReserved")] : [])];
  const given = blocks.filter((block) => typeof block === "object" && block !== null);
  if (given.length === 0) return undefined;
  return ["cpu", "memory", "pid", "ephemeralStorage"]
    .map((resource) => quantityText(given.map((block) => fieldAt(block, resource))))
    .join("-");
}

/** Sum of the given quantities in canonical form; numbers are accepted as in the API. */
function quantityText(values: readonly unknown[]): string {
  const texts = values.flatMap((value) =>
    typeof value === "string" || typeof value === "number" ? [String(value)] : [],
  );
  if (texts.length === 0) return "<nil>";
  return sumOfQuantities(texts) ?? texts.join("+");
}

function evictionText(block: unknown): string | undefined {
  if (typeof block !== "object" || block === null) return undefined;
  return ["imageFSAvailable", "imageFSInodesFree", "memoryAvailable", "nodeFSAvailable", "nodeFSInodesFree"]
    .map((signal) => stringAt(block, signal) ?? "")
    .join("-");
}
