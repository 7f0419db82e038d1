import type { Act } from "#lib/contract/act.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { isAnnotationOperation } from "#lib/policy/operations/vocabulary.ts";
import type { RotationScopeProgress } from "#lib/view/rotations/rotation-scope-step.ts";
import { findOperationBlocker } from "../cluster-blockers.ts";
import { findShootWriteBlocker } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

/** Common input of all parts of the credentials page: the cluster, the rules of its Gardener release, and the time. */
export interface RotationContext {
  readonly cluster: Cluster;
  readonly rules: GardenerRules;
  readonly nowMs: number;
}

/** Rules of the Gardener releases that manage the cluster. */
export function gardenerRulesOf({ shoot, detail }: Pick<Cluster, "shoot" | "detail">): GardenerRules {
  return rulesOfShoot(shoot, detail.view);
}

/** Returns why the garden would refuse the action now; undefined if it would accept the action, now or later. */
export function findRotationActBlocker(act: Act, { cluster, rules, nowMs }: RotationContext): string | undefined {
  const refused = findShootWriteBlocker(cluster);
  if (refused !== undefined || act.kind !== "operation" || !isAnnotationOperation(act.id)) return refused;
  const { id, pools, when } = act;
  return findOperationBlocker(cluster, { id, pools, when }, nowMs, rules);
}

/** Props shared by the panels of all rotation steps. */
export interface StepPanelProps {
  readonly track: RotationScopeProgress;
  readonly context: RotationContext;
}
