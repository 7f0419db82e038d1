import type { Act } from "#lib/contract/act.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { isAnnotationOperation } from "#lib/policy/operations/vocabulary.ts";
import type { RotationScopeProgress } from "#lib/view/rotations/rotation-scope-step.ts";
import { findOperationBlocker } from "../cluster-blockers.ts";
import { findObjectBlocker } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

/** Input of every part of the credentials page: the cluster, the rules of its landscape, and the time. */
export interface RotationContext {
  readonly cluster: Cluster;
  readonly rules: GardenerRules;
  readonly nowMs: number;
}

/** Rules of the Gardener releases that manage the cluster. */
export function gardenerRulesOf({ shoot, detail }: Pick<Cluster, "shoot" | "detail">): GardenerRules {
  return rulesOfShoot(shoot, detail.view.release);
}

/** Why the garden would refuse an action now; undefined if it would not, or only time decides. */
export function findActBlocker(act: Act, { cluster, rules, nowMs }: RotationContext): string | undefined {
  const refused = findObjectBlocker(cluster);
  if (refused !== undefined || act.kind !== "operation" || !isAnnotationOperation(act.id)) return refused;
  const { id, pools, when } = act;
  return findOperationBlocker(cluster, { id, pools, when }, nowMs, rules);
}

/** Props of the panel of each rotation step. */
export interface StepPanelProps {
  readonly track: RotationScopeProgress;
  readonly context: RotationContext;
}
