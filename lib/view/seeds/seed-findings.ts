import type { ListedSeed, SeedCondition } from "#lib/contract/seed/seed-list.ts";
import type { ConditionAssessment } from "#lib/policy/status/condition-assessment.ts";
import { viewCondition } from "#lib/policy/status/conditions.ts";
import { viewConstraint } from "#lib/policy/status/constraints.ts";
import { describeCondition } from "#lib/words/condition-descriptions.ts";
import { constraintLabel } from "#lib/words/constraint-descriptions.ts";

/** Condition or constraint of a Seed, and how it is to be read. */
export interface ViewedSeedCondition {
  readonly condition: SeedCondition;
  /** Name of the condition or constraint, as people say it. */
  readonly name: string;
  /** Sentence for when it fails. */
  readonly failing: string;
  readonly reading: ConditionAssessment;
}

/** This condition is True when something is wrong, and repeats the annotation that lists show by itself. */
const stopCondition = "EmergencyStopShootReconciliations";

const order: readonly ConditionAssessment[] = [
  "failing",
  "unrecognised",
  "unknown",
  "failing-unconfirmed",
  "rechecking",
  "not-checked",
  "fine",
];

/** All conditions and constraints of a Seed, the worst first. The emergency stop is left out. */
export function viewSeedConditions({
  conditions,
  constraints,
}: Pick<ListedSeed, "conditions" | "constraints">): readonly ViewedSeedCondition[] {
  return [
    ...conditions
      .filter(({ type }) => type !== stopCondition)
      .map((condition) => ({
        condition,
        ...describeCondition(condition.type),
        reading: viewCondition(condition).reading,
      })),
    ...constraints.map((condition) => ({
      condition,
      name: constraintLabel(condition.type),
      failing: constraintLabel(condition.type),
      reading: viewConstraint(condition).reading,
    })),
  ].sort((a, b) => order.indexOf(a.reading) - order.indexOf(b.reading));
}

/** The conditions and constraints of a Seed that are not fine, the worst first. */
export function seedFindingsOf(seed: Pick<ListedSeed, "conditions" | "constraints">): readonly ViewedSeedCondition[] {
  const quiet: ReadonlySet<ConditionAssessment> = new Set(["fine", "not-checked", "rechecking"]);
  return viewSeedConditions(seed).filter(({ reading }) => !quiet.has(reading));
}
