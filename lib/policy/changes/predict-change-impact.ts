import type { Seed } from "#lib/garden/seed.ts";
import type { ShootCredentialsRotation, ShootSpec, ShootStatus, Worker } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { ReferencedGardenObjects } from "../admission/find-reference-admission-errors.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { computePoolImpacts, type PoolImpact, type PoolImpactKind } from "./compute-pool-impacts.ts";
import { applySpecDefaults } from "./default-change.ts";
import { estimateRollout, type RolloutEstimate } from "./estimate-rollout.ts";
import type { PendingInPlaceUpdates } from "./in-place-updates.ts";
import { poolHashRules } from "./pool-hash.ts";
import { reviewShootChange } from "./review-shoot-change.ts";
import { toWellTypedSpec } from "./to-well-typed-spec.ts";

/** Facts that predicting the impact of a Shoot change needs besides the old and the new spec. */
export interface ImpactContext {
  /** The current time in epoch milliseconds. */
  readonly now: number;
  readonly rules?: GardenerRules;
  readonly pending?: PendingInPlaceUpdates | null | undefined;
  /** The whole value of the annotation gardener.cloud/operation. */
  readonly operation?: string | null | undefined;
  /** Whether the feature gate LiveControlPlaneMigration is enabled; undefined when unknown. */
  readonly liveMigration?: boolean | undefined;
  readonly deleting?: boolean | undefined;
  /** Status of the Shoot: hibernation, encryption and the last operation forbid some changes. */
  readonly status?: ShootStatus | null | undefined;
  /** Namespace of the Shoot. */
  readonly namespace?: string | undefined;
  /** Whether the change goes to the subresource `binding`, which alone may change the Seed. */
  readonly byBinding?: boolean | undefined;
  /** The Seed named by the new spec, if readable. */
  readonly seed?: Seed | undefined;
  /** The garden's objects to which the new spec refers, as far as they were looked up. */
  readonly references?: ReferencedGardenObjects | undefined;
  /** Annotations of the changed Shoot. */
  readonly annotations?: Readonly<Record<string, string>> | null | undefined;
  readonly oldRotation?: ShootCredentialsRotation | null | undefined;
  readonly newRotation?: ShootCredentialsRotation | null | undefined;
  /** Current number of nodes of each pool, where known. */
  readonly nodes?: ReadonlyMap<string, number>;
}

/** Outcome of a change for one pool. A rejected change does nothing; `would` is its impact if it were accepted. */
export type PoolChangeOutcome =
  | { readonly outcome: "rejected"; readonly faults: FieldErrors; readonly would: PoolImpact }
  | {
      readonly outcome: PoolImpactKind;
      readonly triggers: PoolImpact["triggers"];
      /** Estimated rollout of the change; set only when the pool's nodes are replaced or updated. */
      readonly rollout?: RolloutEstimate;
    };

/** When an accepted change reaches the nodes. */
export type ChangeRolloutTime = "now" | "maintenance-window";

export interface ChangeImpact {
  readonly accepted: boolean;
  /** Stage at which the API server would reject the change: `static` (HTTP 422) or `admission` (HTTP 403). */
  readonly stage: "static" | "admission" | undefined;
  /** All errors of the change; errors of a single pool are repeated in the outcome of that pool. */
  readonly faults: FieldErrors;
  /** False when no CloudProfile was given, so that the API server may still reject versions. */
  readonly admissionChecked: boolean;
  readonly pools: ReadonlyMap<string, PoolChangeOutcome>;
  readonly when: ChangeRolloutTime;
  /** The Shoot becomes dual-stack; nodes get the second IP family when rolled in the window or by the user. */
  readonly dualStackNeedsRoll: boolean;
}

const updatesNodes: ReadonlySet<PoolImpactKind> = new Set(["rollingUpdate", "inPlaceAuto", "inPlaceManual"]);

/**
 * Impact of a change of a Shoot on each pool: rejected with its errors, or the effect on the nodes, with their number,
 * the waves and the time. The API server accepts a change only as a whole, so an error of the Shoot or of one pool
 * rejects all pools; each pool lists its own errors and those of the Shoot.
 * @param profile The effective profile; undefined when it is not readable.
 * @source Gardener docs, shoot_updates; Gardener: pkg/api/core/validation/shoot.go, plugin/pkg/shoot/validator
 */
export function predictChangeImpact(
  before: ShootSpec,
  after: ShootSpec,
  profile: PreparedProfile | undefined,
  context: ImpactContext,
): ChangeImpact {
  const rules = context.rules ?? newestRules;
  const [old, next] = [toWellTypedSpec(before), toWellTypedSpec(after)];
  const reviewed = reviewShootChange({ ...context, old, new: next, profile }, rules);
  const facts = {
    stage: reviewed.accepted ? undefined : reviewed.stage,
    faults: reviewed.errors,
    when: impactTime(old, next),
    dualStackNeedsRoll: becomesDualStack(old, next),
  };
  if (reviewed.accepted) {
    const named = new Map(workerPoolsOf(next).map((pool) => [pool.name, pool]));
    const pools = new Map(
      [...reviewed.pools].map(([name, its]) => [name, outcomeOf(its, named.get(name), context.nodes?.get(name))]),
    );
    return { ...facts, accepted: true, admissionChecked: reviewed.admissionChecked, pools };
  }
  const sides = { old: applySpecDefaults(old, rules), new: applySpecDefaults(next, rules) };
  const would = computePoolImpacts({ ...context, ...sides }, poolHashRules(rules));
  const faultsOf = faultsByPool(reviewed.errors, next);
  return {
    ...facts,
    accepted: false,
    admissionChecked: profile !== undefined && reviewed.stage === "admission",
    pools: new Map(
      [...would].map(([name, its]) => {
        return [name, { outcome: "rejected", faults: faultsOf(name), would: its }] as const;
      }),
    ),
  };
}

function outcomeOf(
  { impact: outcome, triggers }: PoolImpact,
  pool: Worker | undefined,
  nodes?: number,
): PoolChangeOutcome {
  if (pool === undefined || !updatesNodes.has(outcome)) return { outcome, triggers };
  return { outcome, triggers, rollout: estimateRollout(pool, nodes) };
}

/** Matches the path prefix of a pool's error and captures the index of the pool. */
const poolPath = /^spec\.provider\.workers\[(\d+)\](?:\.|$)/;

/** For each pool its own errors and those of the whole Shoot, in the order found. */
function faultsByPool(faults: FieldErrors, spec: ShootSpec): (name: string) => FieldErrors {
  const places = new Map<string, number>();
  for (const [place, { name }] of workerPoolsOf(spec).entries()) if (!places.has(name)) places.set(name, place);
  const found = faults.map((fault, order) => ({ fault, order, place: poolPath.exec(fault.path)?.[1] }));
  const byPlace = Map.groupBy(found, ({ place }) => place);
  const shared = byPlace.get(undefined) ?? [];
  const sharedFaults = shared.map(({ fault }) => fault);
  return (name) => {
    const own = byPlace.get(String(places.get(name))) ?? [];
    if (own.length === 0) return sharedFaults;
    return [...shared, ...own].sort((a, b) => a.order - b.order).map(({ fault }) => fault);
  };
}

/** With `confineSpecUpdateRollout`, a change takes effect in the maintenance window unless it toggles hibernation. */
function impactTime(old: ShootSpec, next: ShootSpec): ChangeRolloutTime {
  const confined = next.maintenance?.confineSpecUpdateRollout === true;
  const toggles = (old.hibernation?.enabled === true) !== (next.hibernation?.enabled === true);
  return confined && !toggles ? "maintenance-window" : "now";
}

function becomesDualStack(old: ShootSpec, next: ShootSpec): boolean {
  const families = (spec: ShootSpec) => (Array.isArray(spec.networking?.ipFamilies) ? spec.networking.ipFamilies : []);
  return families(next).length > 1 && !semanticallyEqual(families(old), families(next));
}
