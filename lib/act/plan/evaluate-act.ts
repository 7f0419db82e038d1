import type { ActFinding, ActPreview } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { text } from "#lib/language/text.ts";
import { neverMatchingSchedules } from "#lib/policy/hibernation/scheduled-times.ts";
import type { MigrationObjection } from "#lib/policy/migration/migration-objection.ts";
import { patchShootsRule } from "#lib/policy/operations/access-rules.ts";
import { evaluateOperation } from "#lib/policy/operations/evaluate.ts";
import { findPossibleReconcileBlockers, findReconcileBlockers } from "#lib/policy/operations/evaluate-annotation.ts";
import { isSpecFrozenByMigration } from "#lib/policy/operations/hibernation.ts";
import type { OperationEvaluation } from "#lib/policy/operations/operation-evaluation.ts";
import type { OperationReason } from "#lib/policy/operations/reasons.ts";
import { shootFacts } from "#lib/policy/operations/shoot-facts.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import { describeMigrationObjection } from "#lib/words/migration/migration-descriptions.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";
import { describeNeverMatchingSchedule } from "./describe-never-matching-schedule.ts";
import { findingsOfFieldErrors } from "./field-error-findings.ts";
import { isSeedMove } from "./move-seed-act.ts";
import { createActFinding, type PreviewInput } from "./preview-input.ts";

type Decision = ActPreview["decision"];

/** Evaluation of an action: the decision, its reasons, and whether the garden or Almanac refuses it. */
export interface ActEvaluation {
  readonly decision: Decision;
  readonly reasons: readonly ActFinding[];
  readonly hints: readonly ActFinding[];
  /** Whether Almanac refuses the action although the garden would accept it. */
  readonly refusedByUs: boolean;
}

const weights: readonly Decision[] = ["allow", "caution", "latent", "deny", "hide"];

function toFinding(reason: OperationReason): ActFinding {
  return createActFinding(reason.id, describeReason(reason));
}

/** Removes duplicate findings: several operations of one action may have the same reason. */
function distinct(findings: readonly ActFinding[]): readonly ActFinding[] {
  return [...new Map(findings.map((one) => [`${one.id} ${one.sentence} ${one.field ?? ""}`, one])).values()];
}

interface DecisionWithReasons {
  readonly decision: Decision;
  readonly reasons: readonly ActFinding[];
  readonly stricterThanServer?: boolean;
}

function toDecision({ decision, reasons, stricterThanServer }: OperationEvaluation): DecisionWithReasons {
  return { decision, reasons: reasons.map(toFinding), stricterThanServer };
}

function missingRight({ context, asked }: PreviewInput): readonly DecisionWithReasons[] {
  if (asked.length > 0 || context.can?.(patchShootsRule) !== false) return [];
  const { verb, group, resource } = patchShootsRule;
  return [{ decision: "deny", reasons: [toFinding({ id: "rbac-missing", verb, group, resource })] }];
}

/** Returns the decisions that the garden is expected to make about a change of the spec. */
function changeDecisions(world: PreviewInput): readonly DecisionWithReasons[] {
  const { act, before, plan, impact, rules } = world;
  if (act.kind !== "change") return [];
  const decisions: DecisionWithReasons[] = [];
  if (isWithoutEffect(before, plan.after)) {
    const sentence = text("The cluster is like this already: the request would change nothing.");
    return [{ decision: "latent", reasons: [createActFinding("no-change", sentence)] }];
  }
  if (impact === undefined) return decisions;
  const facts = shootFacts(before, rules);
  if (isSpecFrozenByMigration(facts) && !isSeedMove(act)) {
    decisions.push({ decision: "deny", reasons: [toFinding({ id: "migration-or-restore" })] });
  }
  const refused = impact.accepted ? [] : impact.faults.filter((fault) => !isSeedMove(act) || !isOfDestination(fault));
  if (refused.length > 0) decisions.push({ decision: "deny", reasons: findingsOfFieldErrors(refused) });
  // Those of a move are among the reasons of its operation, which knows whether it takes another move back.
  const held = isSeedMove(act) ? [] : findReconcileBlockers(facts, world.context);
  if (held.length > 0) decisions.push({ decision: "latent", reasons: held.map(toFinding) });
  return decisions;
}

/** Whether the check of a move's destination tells an error, too. */
function isOfDestination({ code }: FieldError): boolean {
  return ["SEED_IN_DELETION", "SEED_HAS_TOO_FEW_ZONES", "NETWORKS_OVERLAP", "NETWORK_RESERVED"].includes(code);
}

/** Why the destination of a move does not take the cluster, or not now. */
function moveDecisions({ move }: PreviewInput): readonly DecisionWithReasons[] {
  const { refusals = [], dangers = [], waits = [] } = move?.check ?? {};
  const decisions: readonly DecisionWithReasons[] = [
    { decision: "deny", reasons: refusals.map(findingOfObjection) },
    { decision: "deny", reasons: dangers.map(findingOfObjection), stricterThanServer: true },
    { decision: "latent", reasons: waits.map(findingOfObjection) },
  ];
  return decisions.filter(({ reasons }) => reasons.length > 0);
}

function findingOfObjection(objection: MigrationObjection): ActFinding {
  return createActFinding(objection.reason, describeMigrationObjection(objection));
}

/** Warnings of the operation Hibernate for a schedule that hibernates at once; the garden checks only the schedule. */
function executedDecisions({ before, now, context, rules, outlook }: PreviewInput): readonly DecisionWithReasons[] {
  if (outlook.hibernates !== true) return [];
  const { decision, reasons } = evaluateOperation({ id: "hibernate" }, before, now, { ...context, rules });
  return decision === "caution" ? [{ decision, reasons: reasons.map(toFinding) }] : [];
}

/** Returns hints about waiting changes that would be rolled out together, and about what may hold Gardener back. */
function hintsOfForecast({ before, rules, outlook, impact, asked }: PreviewInput): readonly OperationReason[] {
  const perhaps =
    impact === undefined && asked.length === 0 ? [] : findPossibleReconcileBlockers(shootFacts(before, rules));
  return outlook.takesAlong === "none" ? perhaps : [...perhaps, { id: "confined-changes-roll-out" }];
}

function notedDecisions({ noted }: PreviewInput): readonly DecisionWithReasons[] {
  return noted.length === 0 ? [] : [{ decision: "deny", reasons: findingsOfFieldErrors(noted) }];
}

/** Rejects new hibernation schedules that the garden accepts but that stop its controller for all clusters. */
function neverComingDecisions({ before, plan, now }: PreviewInput): readonly DecisionWithReasons[] {
  const known = neverMatchingSchedules(before.spec.hibernation?.schedules, now);
  const added = neverMatchingSchedules(plan.after.spec.hibernation?.schedules, now).filter(
    (each) => !known.includes(each),
  );
  if (added.length === 0) return [];
  const reasons = added.map((expression) =>
    createActFinding("schedule-never-comes", describeNeverMatchingSchedule(expression)),
  );
  return [{ decision: "deny", reasons, stricterThanServer: true }];
}

function isWithoutEffect(before: Shoot, after: Shoot): boolean {
  const { annotations, labels } = before.metadata;
  return (
    semanticallyEqual(before.spec, after.spec) &&
    semanticallyEqual(annotations ?? {}, after.metadata.annotations ?? {}) &&
    semanticallyEqual(labels ?? {}, after.metadata.labels ?? {})
  );
}

/**
 * Evaluates an action: each operation by its own rules, and the change of the spec by the garden's rules. The most
 * severe decision applies, with the reasons of that severity.
 */
export function evaluateAct(world: PreviewInput): ActEvaluation {
  const { asked, before, now, context, rules } = world;
  const evaluations = asked.map((request) => evaluateOperation(request, before, now, { ...context, rules }));
  const decisions = [
    ...missingRight(world),
    ...evaluations.map(toDecision),
    ...changeDecisions(world),
    ...moveDecisions(world),
    ...executedDecisions(world),
    ...notedDecisions(world),
    ...neverComingDecisions(world),
  ];
  const hints = [...evaluations.flatMap((one) => one.hints), ...hintsOfForecast(world)];
  const decision = weights.findLast((weight) => decisions.some((one) => one.decision === weight)) ?? "allow";
  const deciding = decisions.filter((one) => one.decision === decision);
  return {
    decision,
    reasons: distinct(deciding.flatMap(({ reasons }) => reasons)),
    hints: distinct(hints.map(toFinding)),
    refusedByUs:
      decision === "hide" || (decision === "deny" && deciding.every((one) => one.stricterThanServer === true)),
  };
}
