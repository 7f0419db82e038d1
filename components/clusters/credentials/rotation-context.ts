import type { Act } from "#lib/contract/act.ts";
import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { evaluate } from "#lib/policy/operations/evaluate.ts";
import { isAnnotationOperation } from "#lib/policy/operations/vocabulary.ts";
import { sentenceOfReason } from "#lib/words/reason-sentences.ts";
import { rightsOf } from "../cluster-refusal.ts";
import { objectRefusal } from "../object-refusal.ts";
import type { Cluster } from "../use-cluster.ts";

/** What every part of the page needs: the cluster, the rules of its landscape, and the time. */
export interface RotationContext {
  readonly cluster: Cluster;
  readonly rules: EditionRules;
  readonly nowMs: number;
}

/** The rules of the releases that look after the cluster. */
export function rulesFor({ shoot, detail }: Pick<Cluster, "shoot" | "detail">): EditionRules {
  return rulesOfShoot(shoot, detail.view.release);
}

/** Why the garden would refuse an operation now; undefined when it would not, or only time will tell. */
export function refusalOf(act: Act, { cluster, rules, nowMs }: RotationContext): string | undefined {
  const refused = objectRefusal(cluster);
  if (refused !== undefined) return refused;
  if (act.kind !== "operation" || !isAnnotationOperation(act.id)) return undefined;
  const { id, pools, when } = act;
  const { decision, reasons } = evaluate({ id, pools, when }, cluster.shoot, nowMs, { ...rightsOf(cluster), rules });
  const [first] = reasons;
  if ((decision !== "deny" && decision !== "hide") || !first) return undefined;
  return sentenceOfReason(first);
}
