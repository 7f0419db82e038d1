import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { effectiveKubernetesVersion } from "#lib/policy/admission/effective-pool.ts";
import { computePoolImpacts, type PoolImpactKind } from "#lib/policy/changes/compute-pool-impacts.ts";
import { validateNodeLocalDnsToggle } from "#lib/policy/changes/in-place-updates.ts";
import { applyPoolDefaults } from "#lib/policy/changes/pool-defaults.ts";
import { poolHashRules } from "#lib/policy/changes/pool-hash.ts";
import { toWellTypedSpec } from "#lib/policy/changes/to-well-typed-spec.ts";
import { validateUpdateStrategy } from "#lib/policy/changes/update-strategy.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { type GardenFacts, rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { impactDescriptions, impactTriggerLabels } from "#lib/words/impact-descriptions.ts";
import { type ChangeProbe, changeProbes } from "./change-probes.ts";

export type PoolChangeEffectName = PoolImpactKind | "rejected";

export interface PoolChangeEffect {
  readonly effect: PoolChangeEffectName;
  readonly label: string;
  readonly sentence: string;
  readonly pools: readonly string[];
}

export interface PoolChangeRow {
  readonly id: string;
  readonly what: string;
  readonly field: string;
  /** Effects of the change by pool; a single entry if the effect is the same for all pools. */
  readonly effects: readonly PoolChangeEffect[];
}

export interface PoolUpdateStrategy {
  readonly pool: string;
  readonly strategy: string;
  readonly sentence: string;
  readonly version: string;
  readonly pinned: boolean;
  /** Text for surge and unavailable nodes; undefined if the update strategy has none. */
  readonly pace: string | undefined;
  readonly ownKubelet: boolean;
}

const effectLabels: Readonly<Record<PoolChangeEffectName, Message>> = {
  rollingUpdate: message("Rolling update"),
  inPlaceAuto: message("In place"),
  inPlaceManual: message("In place, by you"),
  providerDependent: message("Depends"),
  kubeletRestart: message("Kubelet restart"),
  nodeConfig: message("New configuration"),
  scale: message("Scaling"),
  nodeMetadata: message("Node metadata"),
  none: message("No update"),
  created: message("Created"),
  deleted: message("Deleted"),
  rejected: message("Refused"),
};

const otherLabels = new Map([
  ["surge", message("how many nodes may be new or missing")],
  ["priority", message("priority for the autoscaler")],
  ["api-server", message("settings of the control plane")],
  ["pool-minor", message("Kubernetes minor version of the pool")],
  ["image-name", message("machine image")],
]);

/** Effects of each kind of change on the pools of this cluster, computed by the rules one change at a time. */
export function poolChangeTableOf(shoot: Shoot, garden: GardenFacts): readonly PoolChangeRow[] {
  const rules = rulesOfShoot({ ...shoot, spec: toWellTypedSpec(shoot.spec) }, garden);
  const before = toWellTypedSpec(shoot.spec);
  return changeProbes.map((probe) => ({
    id: probe.id,
    what: String(
      otherLabels.get(probe.id) ?? (probe.trigger === undefined ? probe.id : impactTriggerLabels[probe.trigger]),
    ),
    field: probe.field,
    effects: effectsOf(probe, before, { shoot, rules }),
  }));
}

function effectsOf(
  { change }: ChangeProbe,
  before: ShootSpec,
  { shoot, rules }: { readonly shoot: Shoot; readonly rules: GardenerRules },
): readonly PoolChangeEffect[] {
  const oldRotation = shoot.status?.credentials?.rotation ?? {};
  const asked = { old: before, new: before, oldRotation, ...change(before, oldRotation) };
  const refused = frozenPools(before, asked.new, rules);
  const outcomes = Map.groupBy(
    computePoolImpacts(asked, poolHashRules(rules)),
    ([pool, { impact: effect }]): PoolChangeEffectName => (refused.has(pool) ? "rejected" : effect),
  );
  return [...outcomes].map(([effect, pools]) => ({
    effect,
    label: text(effectLabels[effect]),
    sentence: String(impactDescriptions[effect]),
    pools: pools.map(([pool]) => pool),
  }));
}

/**
 * Returns the pools that refuse a change because in-place updates cannot apply it. The restriction on node-local DNS
 * concerns the whole cluster, hence every pool.
 */
function frozenPools(before: ShootSpec, after: ShootSpec, rules: GardenerRules): ReadonlySet<string> {
  const pools = workerPoolsOf(before);
  if (validateNodeLocalDnsToggle(before, after, rules).length > 0) return new Set(pools.map(({ name }) => name));
  const changed = new Map(workerPoolsOf(after).map((pool) => [pool.name, pool]));
  const frozen = pools.filter((pool) => {
    const now = changed.get(pool.name);
    if (now === undefined) return false;
    return validateUpdateStrategy(pool, now, { rules }).some(({ code }) => code === "IN_PLACE_IMMUTABLE");
  });
  return new Set(frozen.map(({ name }) => name));
}

const strategyDescriptions = new Map([
  ["AutoRollingUpdate", impactDescriptions.rollingUpdate],
  ["AutoInPlaceUpdate", impactDescriptions.inPlaceAuto],
  ["ManualInPlaceUpdate", impactDescriptions.inPlaceManual],
]);

/** Returns the update strategy of each pool's nodes. */
export function poolUpdateStrategiesOf(shoot: Shoot, garden: GardenFacts): readonly PoolUpdateStrategy[] {
  const spec = toWellTypedSpec(shoot.spec);
  const rules = rulesOfShoot({ ...shoot, spec: toWellTypedSpec(shoot.spec) }, garden);
  return workerPoolsOf(spec).map((pool) => {
    const { updateStrategy, maxSurge, maxUnavailable } = applyPoolDefaults(pool, rules);
    const strategy = updateStrategy ?? "AutoRollingUpdate";
    const paced = (maxSurge ?? undefined) !== undefined || (maxUnavailable ?? undefined) !== undefined;
    return {
      pool: pool.name,
      strategy,
      sentence: String(strategyDescriptions.get(strategy) ?? message("Almanac does not know this strategy.")),
      version: effectiveKubernetesVersion(spec, pool),
      pinned: Boolean(pool.kubernetes?.version),
      pace: paced
        ? text("{surge} new ahead, {missing} missing at most", { surge: maxSurge ?? 0, missing: maxUnavailable ?? 0 })
        : undefined,
      ownKubelet: (pool.kubernetes?.kubelet ?? undefined) !== undefined,
    };
  });
}
