import type { Act } from "#lib/contract/act.ts";
import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { isAnnotationOperation } from "#lib/policy/operations/vocabulary.ts";
import type { RotationTrack } from "#lib/view/rotations/track-step.ts";
import { operationRefusal } from "../cluster-refusal.ts";
import { objectRefusal } from "../object-refusal.ts";
import type { Cluster } from "../use-cluster.ts";

/** Input of every part of the credentials page: the cluster, the rules of its landscape, and the time. */
export interface RotationContext {
  readonly cluster: Cluster;
  readonly rules: EditionRules;
  readonly nowMs: number;
}

/** Rules of the Gardener releases that manage the cluster. */
export function editionRulesOf({ shoot, detail }: Pick<Cluster, "shoot" | "detail">): EditionRules {
  return rulesOfShoot(shoot, detail.view.release);
}

/** Why the garden would refuse an action now; undefined if it would not, or only time decides. */
export function actRefusal(act: Act, { cluster, rules, nowMs }: RotationContext): string | undefined {
  const refused = objectRefusal(cluster);
  if (refused !== undefined || act.kind !== "operation" || !isAnnotationOperation(act.id)) return refused;
  const { id, pools, when } = act;
  return operationRefusal(cluster, { id, pools, when }, nowMs, rules);
}

/** Props of the panel of each rotation step. */
export interface StepPanelProps {
  readonly track: RotationTrack;
  readonly context: RotationContext;
}
