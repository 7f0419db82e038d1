import type { Condition } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { earliestTransition, isFinding } from "./condition-assessment.ts";
import { conditionRules, isConditionType, viewCondition } from "./conditions.ts";
import { viewConstraint } from "./constraints.ts";
import { errorCodesOf, type RemedyRole, remedyRoleOf, remedyRoles } from "./error-codes.ts";

/** The conditions of a Shoot that are not fine, by certainty. */
export interface ShootFindings {
  readonly failing: readonly Condition[];
  readonly unknown: readonly Condition[];
  readonly progressing: readonly Condition[];
  readonly constraints: readonly Condition[];
  /** Distinct codes of the last errors and of conditions that are not True. */
  readonly codes: readonly string[];
}

/** Collects the findings of a Shoot. Informational constraints of migrations are not included. */
export function findingsOf({ status }: Pick<Shoot, "status">): ShootFindings {
  const failing: Condition[] = [];
  const unknown: Condition[] = [];
  const progressing: Condition[] = [];
  for (const condition of status?.conditions ?? []) {
    if (!condition) continue;
    const { health } = viewCondition(condition);
    if (health === "unhealthy") failing.push(condition);
    else if (health === "unknown") unknown.push(condition);
    else if (health === "progressing") progressing.push(condition);
  }
  const constraints = (status?.constraints ?? []).filter((constraint) => {
    if (!constraint) return false;
    const view = viewConstraint(constraint);
    return !view.informational && isFinding(view.reading);
  });
  return {
    failing,
    unknown,
    progressing,
    constraints: constraints.filter((constraint) => constraint !== null),
    codes: errorCodesOf([...(status?.lastErrors ?? []), ...failing, ...unknown, ...progressing]),
  };
}

/** Who has to fix failing conditions, by their error codes, else by who is responsible for the condition types. */
export function remedyRoleOfConditions(conditions: readonly Condition[]): RemedyRole | undefined {
  const named = remedyRoleOf(errorCodesOf(conditions));
  if (named || conditions.length === 0) return named;
  const isUsers = ({ type }: Condition) => isConditionType(type) && conditionRules[type].fixer === "user";
  return conditions.some(isUsers) ? "user" : "operator";
}

/** Who has to fix failing constraints, closest to the user first. */
export function remedyRoleOfConstraints(constraints: readonly Condition[]): RemedyRole | undefined {
  const named = new Set(constraints.map((constraint) => viewConstraint(constraint).fixer));
  return remedyRoles.find((fixer) => named.has(fixer));
}

/** The earliest transition time of the given conditions. */
export function conditionsUnhealthySince(conditions: readonly Condition[]): string | undefined {
  return earliestTransition(conditions);
}
