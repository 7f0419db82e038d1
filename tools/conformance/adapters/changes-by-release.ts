import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { computePoolImpacts, type PoolImpactKind } from "#lib/policy/changes/compute-pool-impacts.ts";
import { validateInPlaceImage } from "#lib/policy/changes/in-place-image.ts";
import { validateNodeLocalDnsToggle, validatePendingInPlacePools } from "#lib/policy/changes/in-place-updates.ts";
import { validateMachineSettings } from "#lib/policy/changes/machine-settings.ts";
import { applyPoolDefaults, defaultMachineSettings } from "#lib/policy/changes/pool-defaults.ts";
import { legacyPoolHashRules, type PoolHashRules, poolHashRules } from "#lib/policy/changes/pool-hash.ts";
import { validateVersions } from "#lib/policy/changes/pool-versions.ts";
import { type SurgeSettings, validateSurge } from "#lib/policy/changes/surge.ts";
import { validateUpdateStrategy } from "#lib/policy/changes/update-strategy.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { findVersionSkewViolation } from "#lib/policy/versions/version-step.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { rulesOfVector } from "../vector/release-of-vector.ts";

const inPlacePool: Worker = {
  name: "a",
  updateStrategy: "AutoInPlaceUpdate",
  machine: { type: "m", image: { name: "i", version: "1.0.0" } },
};

function specWith(
  pool: Worker,
  kubernetesVersion = "1.33.1",
  fields: Partial<ShootSpec["kubernetes"]> = {},
): ShootSpec {
  return { kubernetes: { version: kubernetesVersion, ...fields }, provider: { type: "local", workers: [pool] } };
}

function withNodeLocalDns(spec: ShootSpec, enabled: boolean): ShootSpec {
  return { ...spec, systemComponents: { nodeLocalDNS: { enabled } } };
}

interface NodeLocalDnsCase {
  readonly inPlacePool?: boolean;
  readonly kubernetesVersion: string;
  readonly kubeProxyMode: string;
}

function nodeLocalDnsChange({ inPlacePool: inPlace, kubernetesVersion, kubeProxyMode }: NodeLocalDnsCase) {
  const pool = inPlace ? inPlacePool : { ...inPlacePool, updateStrategy: "AutoRollingUpdate" };
  const spec = specWith(pool, kubernetesVersion, { kubeProxy: { enabled: true, mode: kubeProxyMode } });
  return { old: withNodeLocalDns(spec, false), new: withNodeLocalDns(spec, true) };
}

/** Names in test vectors for the effect of a change on nodes. */
function effectOf(kind: PoolImpactKind | undefined): string {
  if (kind === "rollingUpdate") return "roll";
  return kind === "providerDependent" ? "providerDependent" : "noRoll";
}

function hashChange(change: string): readonly [Worker, Worker] {
  const rolling: Worker = { ...inPlacePool, updateStrategy: "AutoRollingUpdate" };
  const kubelet = (fields: Record<string, unknown>): Worker => ({ ...rolling, kubernetes: { kubelet: fields } });
  switch (change) {
    case "kubeReserved":
      return [kubelet({ kubeReserved: { cpu: "80m" } }), kubelet({ kubeReserved: { cpu: "100m" } })];
    case "systemReserved":
      return [
        kubelet({ kubeReserved: { cpu: "80m" }, systemReserved: { cpu: "80m" } }),
        kubelet({ kubeReserved: { cpu: "80m" }, systemReserved: { cpu: "100m" } }),
      ];
    case "kubeReserved and systemReserved with unchanged sum":
      return [
        kubelet({ kubeReserved: { cpu: "80m" }, systemReserved: { cpu: "20m" } }),
        kubelet({ kubeReserved: { cpu: "20m" }, systemReserved: { cpu: "80m" } }),
      ];
    case "evictionHard":
      return [
        kubelet({ evictionHard: { memoryAvailable: "100Mi" } }),
        kubelet({ evictionHard: { memoryAvailable: "5%" } }),
      ];
    case "cpuManagerPolicy":
      return [kubelet({ cpuManagerPolicy: "none" }), kubelet({ cpuManagerPolicy: "static" })];
    default:
      return [rolling, { ...rolling, [change]: { changed: true } }];
  }
}

function effectOfChange(change: string, rules: GardenerRules, hash: PoolHashRules = poolHashRules(rules)): string {
  if (change === "systemReserved" && rules("hash.systemReserved") === "gone") return "fieldUnknown";
  const [before, after] = hashChange(change);
  const impacts = computePoolImpacts({ old: specWith(before), new: specWith(after) }, hash);
  return effectOf(impacts.get("a")?.impact);
}

function surgeOutcome(pool: SurgeSettings, rules: GardenerRules): unknown {
  const stored = applyPoolDefaults({ ...inPlacePool, ...pool }, rules);
  const faults = validateSurge(stored, rules);
  if (faults.length > 0) return { error: faults.map(({ path }) => path) };
  return { stored: { maxSurge: stored.maxSurge ?? null, maxUnavailable: stored.maxUnavailable ?? null } };
}

/** Adapters for rules about changes that differ between Gardener releases. */
export const changesByReleaseAdapters: VectorAdapters = {
  "edition.pool.skew": createVectorAdapter<{ controlPlane: string; pool: string }>(
    ({ controlPlane, pool }, vector) => ({
      allowed: findVersionSkewViolation(controlPlane, pool, rulesOfVector(vector)) === undefined,
    }),
  ),
  "edition.pool.minorSkip": createVectorAdapter<{ updateStrategy: string; old: string; new: string }>(
    (input, vector) => {
      const at = (version: string) =>
        specWith({ ...inPlacePool, updateStrategy: input.updateStrategy, kubernetes: { version } }, "1.99.0");
      const faults = validateVersions(at(input.old), at(input.new), rulesOfVector(vector));
      const steps = new Set(["K8S_DOWNGRADE", "K8S_MINOR_SKIP", "K8S_VERSION_MALFORMED"]);
      return { allowed: !faults.some(({ code }) => steps.has(code)) };
    },
  ),
  "edition.inplace.nodeLocalDNS": createVectorAdapter<NodeLocalDnsCase>((input, vector) => {
    const { old, new: next } = nodeLocalDnsChange(input);
    return { allowed: validateNodeLocalDnsToggle(old, next, rulesOfVector(vector)).length === 0 };
  }),
  "edition.hash.nodeLocalDNS": createVectorAdapter<NodeLocalDnsCase>((input, vector) => {
    const impacts = computePoolImpacts(nodeLocalDnsChange(input), poolHashRules(rulesOfVector(vector)));
    return { rolls: impacts.get("a")?.impact === "rollingUpdate" };
  }),
  "edition.hash.triggers": createVectorAdapter<{ gate: boolean | null; change: string }>(
    ({ gate, change }, vector) => ({
      effect: effectOfChange(change, rulesOfVector(vector, { NewWorkerPoolHash: gate })),
    }),
  ),
  "edition.hash.legacyPool": createVectorAdapter<{ poolHash: string; change: string }>(
    ({ poolHash, change }, vector) => {
      const rules = rulesOfVector(vector);
      return { effect: effectOfChange(change, rules, poolHash === "v1" ? legacyPoolHashRules(rules) : undefined) };
    },
  ),
  "edition.image.inPlaceDowngrade": createVectorAdapter<{ updateStrategy: string; old: string; new: string }>(
    (input, vector) => {
      const at = (version: string): Worker => ({
        ...inPlacePool,
        updateStrategy: input.updateStrategy,
        machine: { type: "m", image: { name: "i", version } },
      });
      return {
        staticCheckAllows: validateInPlaceImage(at(input.old), at(input.new), rulesOfVector(vector)).length === 0,
      };
    },
  ),
  "edition.inplace.gate": createVectorAdapter<{ gate: boolean | null; case: string }>(
    ({ gate, case: situation }, vector) => {
      const rules = rulesOfVector(vector, { InPlaceNodeUpdates: gate });
      const before = situation === "updateOfExistingPool" ? inPlacePool : null;
      const [fault] = validateUpdateStrategy(before, inPlacePool, { rules });
      if (fault === undefined) return { result: "accepted" };
      return { result: fault.code === "FIELD_UNKNOWN" ? "unknownField" : "invalid" };
    },
  ),
  "edition.inplace.pendingLock": createVectorAdapter<{ pending: boolean; annotation?: string }>(
    ({ pending, annotation }, vector) => {
      const change = {
        old: specWith(inPlacePool),
        new: specWith({ ...inPlacePool, maximum: 9 }),
        pending: pending ? { autoInPlaceUpdate: ["a"] } : null,
        operation: annotation ?? null,
      };
      return { result: validatePendingInPlacePools(change, rulesOfVector(vector)).length > 0 ? "locked" : "noLock" };
    },
  ),
  "edition.inplace.manualSurge": createVectorAdapter<SurgeSettings>(
    (pool, vector) => surgeOutcome(pool, rulesOfVector(vector)),
    "sets",
  ),
  "edition.inplace.surgeDefaults": createVectorAdapter<{ updateStrategy: string }>(({ updateStrategy }, vector) => {
    const { maxSurge = null, maxUnavailable = null } = applyPoolDefaults<Worker>(
      { name: "a", updateStrategy, machine: inPlacePool.machine },
      rulesOfVector(vector),
    );
    return { maxSurge, maxUnavailable };
  }),
  "edition.inplace.timeoutOnRolling": createVectorAdapter<{ updateStrategy: string; inPlaceUpdateTimeout: string }>(
    ({ updateStrategy, ...settings }, vector) => {
      const [fault] = validateMachineSettings({ updateStrategy, settings }, rulesOfVector(vector));
      if (fault === undefined) return { result: "accepted" };
      return { result: fault.type === "Forbidden" ? "forbidden" : "unknownField" };
    },
  ),
  "edition.mcm.preserveFields": createVectorAdapter<Record<string, unknown>>((settings, vector) => {
    const [fault] = validateMachineSettings({ settings }, rulesOfVector(vector));
    return { result: fault?.code === "FIELD_UNKNOWN" ? "unknownField" : "accepted" };
  }),
  "edition.mcm.profileCreationTimeout": createVectorAdapter<{
    machineType: { machineControllerManager: { machineCreationTimeout: string } };
  }>(({ machineType }, vector) => {
    const own = machineType.machineControllerManager.machineCreationTimeout;
    return {
      honoured: defaultMachineSettings(inPlacePool, own, rulesOfVector(vector)).machineCreationTimeout === own,
    };
  }),
};
