import type { Seed } from "#lib/garden/seed.ts";
import type { ShootCredentialsRotation, ShootSpec, ShootStatus, Worker } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { References } from "../admission/admit-references.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import type { Faults } from "../settings/fault.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { defaultSpec } from "./default-change.ts";
import { impact, type PoolImpact, type PoolImpactKind } from "./impact.ts";
import type { PendingInPlaceUpdates } from "./in-place-updates.ts";
import { poolHashRules } from "./pool-hash.ts";
import { review } from "./review.ts";
import { type RolloutEstimate, rolloutEstimate } from "./rollout-estimate.ts";
import { validSpec } from "./valid-spec.ts";

/** What is known beside the two specs. */
export interface ImpactContext {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly rules?: EditionRules;
  readonly pending?: PendingInPlaceUpdates | null | undefined;
  /** The whole value of the annotation gardener.cloud/operation. */
  readonly operation?: string | null | undefined;
  readonly deleting?: boolean | undefined;
  /** The status of the Shoot: hibernation, encryption and the last operation forbid some changes. */
  readonly status?: ShootStatus | null | undefined;
  /** The namespace of the Shoot. */
  readonly namespace?: string | undefined;
  /** The Seed that the new spec names, where it can be read. */
  readonly seed?: Seed | undefined;
  /** What the new spec names, as far as it was looked for. */
  readonly references?: References | undefined;
  /** Annotations of the changed Shoot. */
  readonly annotations?: Readonly<Record<string, string>> | null | undefined;
  readonly oldRotation?: ShootCredentialsRotation | null | undefined;
  readonly newRotation?: ShootCredentialsRotation | null | undefined;
  /** How many nodes each pool has now, where that is known. */
  readonly nodes?: ReadonlyMap<string, number>;
}

/** What becomes of one pool. A rejected change does nothing; `would` says what it would have done. */
export type PoolOutcome =
  | { readonly outcome: "rejected"; readonly faults: Faults; readonly would: PoolImpact }
  | {
      readonly outcome: PoolImpactKind;
      readonly triggers: PoolImpact["triggers"];
      /** Only where the nodes are replaced or updated. */
      readonly rollout?: RolloutEstimate;
    };

/** When an accepted change reaches the nodes. */
export type ImpactTime = "now" | "maintenance-window";

export interface ChangeImpact {
  readonly accepted: boolean;
  /** Where the API server would refuse: `static` is a 422, `admission` a 403. */
  readonly stage: "static" | "admission" | undefined;
  /** Every finding; those that concern one pool stand with the pool as well. */
  readonly faults: Faults;
  /** False where no profile was given: the API server may still refuse versions. */
  readonly admissionChecked: boolean;
  readonly pools: ReadonlyMap<string, PoolOutcome>;
  readonly when: ImpactTime;
  /** Nodes get their second address family only when they are rolled, which Gardener leaves to the window or the user. */
  readonly dualStackNeedsRoll: boolean;
}

const updatesNodes: ReadonlySet<PoolImpactKind> = new Set(["rollingUpdate", "inPlaceAuto", "inPlaceManual"]);

/**
 * What a change of a Shoot does, pool by pool: refused with every finding, or its effect on the nodes with how many
 * there are, in how many waves, and when. A fault of the Shoot rejects every pool, one of a pool every other pool too,
 * because the API server takes a change as a whole: each pool lists the faults of its own and those of the Shoot.
 * @param profile The effective profile; undefined where it cannot be read.
 * @source Gardener docs, shoot_updates; Gardener: pkg/api/core/validation/shoot.go, plugin/pkg/shoot/validator
 */
export function changeImpact(
  before: ShootSpec,
  after: ShootSpec,
  profile: PreparedProfile | undefined,
  context: ImpactContext,
): ChangeImpact {
  const rules = context.rules ?? newestRules;
  const [old, next] = [validSpec(before), validSpec(after)];
  const reviewed = review({ ...context, old, new: next, profile }, rules);
  const facts = {
    stage: reviewed.accepted ? undefined : reviewed.stage,
    faults: reviewed.errors,
    when: impactTime(old, next),
    dualStackNeedsRoll: becomesDualStack(old, next),
  };
  if (reviewed.accepted) {
    const named = new Map(poolsOf(next).map((pool) => [pool.name, pool]));
    const pools = new Map(
      [...reviewed.pools].map(([name, its]) => [name, outcomeOf(its, named.get(name), context.nodes?.get(name))]),
    );
    return { ...facts, accepted: true, admissionChecked: reviewed.admissionChecked, pools };
  }
  const sides = { old: defaultSpec(old, rules), new: defaultSpec(next, rules) };
  const would = impact({ ...context, ...sides }, poolHashRules(rules));
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

function outcomeOf({ impact: outcome, triggers }: PoolImpact, pool: Worker | undefined, nodes?: number): PoolOutcome {
  if (pool === undefined || !updatesNodes.has(outcome)) return { outcome, triggers };
  return { outcome, triggers, rollout: rolloutEstimate(pool, nodes) };
}

/** Where a fault of one pool lies: its place in the list, which its path begins with. */
const poolPath = /^spec\.provider\.workers\[(\d+)\](?:\.|$)/;

/** Of each pool its own faults, and those that concern the whole Shoot, in the order in which they were found. */
function faultsByPool(faults: Faults, spec: ShootSpec): (name: string) => Faults {
  const places = new Map<string, number>();
  for (const [place, { name }] of poolsOf(spec).entries()) if (!places.has(name)) places.set(name, place);
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

/** With confineSpecUpdateRollout only switching hibernation takes effect at once. */
function impactTime(old: ShootSpec, next: ShootSpec): ImpactTime {
  const confined = next.maintenance?.confineSpecUpdateRollout === true;
  const toggles = (old.hibernation?.enabled === true) !== (next.hibernation?.enabled === true);
  return confined && !toggles ? "maintenance-window" : "now";
}

function becomesDualStack(old: ShootSpec, next: ShootSpec): boolean {
  const families = (spec: ShootSpec) => (Array.isArray(spec.networking?.ipFamilies) ? spec.networking.ipFamilies : []);
  return families(next).length > 1 && !semanticallyEqual(families(old), families(next));
}
