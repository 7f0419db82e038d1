import type { FleetRow } from "#lib/contract/fleet.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import {
  clusterRowStateOf,
  type RowState,
  reconcileBlockerOfRow,
  rowStateInsteadOfHealth,
  stalledRowStates,
} from "#lib/policy/next/row-state.ts";
import { isFinding } from "#lib/policy/status/condition-assessment.ts";
import { viewConstraint } from "#lib/policy/status/constraints.ts";
import { describeCondition } from "#lib/words/condition-descriptions.ts";
import { constraintDescriptions } from "#lib/words/constraint-descriptions.ts";
import { describeErrorCode } from "#lib/words/error-code-descriptions.ts";
import { stateLabels } from "#lib/words/state/state-labels.ts";

/**
 * Kinds of causes for the state of a cluster, by which rows are grouped. The first that applies is used: Gardener is
 * held back, error codes, failed operations without a code, waiting without progress, conditions, constraints,
 * schedules, the last maintenance, the end of the lifetime, waiting rotations.
 */
const kinds = [
  ...(["held", "code", "op", "state", "cond", "unsure", "health", "constraint"] as const),
  ...(["note", "maintenance", "lifetime", "rotation", "unreadable", "underWay", "fine"] as const),
] as const;
type CauseKind = (typeof kinds)[number];

const operations: Readonly<Record<string, Message>> = {
  failed: message("Operation failed, no error code"),
  retrying: message("Operation failed, retrying, no error code"),
};

const scheduleNotes: Readonly<Record<string, Message>> = {
  "schedules-unreadable": message("Hibernation schedule not readable"),
  "schedule-never-comes": message("Hibernation schedule that never comes"),
};

const isState = (word: string): word is RowState => Object.hasOwn(stateLabels, word);

/** Returns the cause of a row's state: `code:ERR_INFRA_QUOTA_EXCEEDED`, `cond:EveryNodeReady`, `fine`. */
export function causeGroupKeyOf(row: FleetRow): string {
  const { errorCodes, conditions, constraints, health, lastMaintenance, unreadable, next } = row;
  const hold = reconcileBlockerOfRow(row);
  if (hold !== undefined && hold !== "perhaps-ignored") return causeName("held", hold);
  const [code] = errorCodes;
  if (code !== undefined) return causeName("code", code);
  const course = operationStateOfRow(row);
  if (Object.hasOwn(operations, course)) return causeName("op", course);
  const state = clusterRowStateOf(row);
  if (stalledRowStates.includes(state)) return causeName("state", state);
  const failing = conditions.find(({ status }) => status === "False");
  if (failing !== undefined) return causeName("cond", failing.type);
  if (health === "unhealthy") return "health";
  const unsure = conditions.find(({ status }) => status !== "True" && status !== "Progressing");
  if (unsure !== undefined) return causeName("unsure", unsure.type);
  const constraint = constraints.find(isTroubling);
  if (constraint !== undefined) return causeName("constraint", constraint.type);
  const note = next.notes?.find((id) => Object.hasOwn(scheduleNotes, id));
  if (note !== undefined) return causeName("note", note);
  if (lastMaintenance?.state === "Failed") return "maintenance";
  if (lifetimeEndOf(row) !== undefined) return "lifetime";
  if (state === "rotation-waits") return "rotation";
  if (unreadable !== undefined || health === "unknown") return "unreadable";
  // No action is needed, but an operation is in progress.
  return rowStateInsteadOfHealth(row) === undefined ? "fine" : "underWay";
}

/** Returns whether a constraint is a problem, such as one that could not be checked. */
function isTroubling(constraint: FleetRow["constraints"][number]): boolean {
  const { informational, reading } = viewConstraint({ type: constraint.type, status: constraint.status });
  return constraint.status === "False" || (!informational && isFinding(reading));
}

export function causeGroupTitle(value: string): string {
  const { kind, what } = partsOf(value);
  switch (kind) {
    case "code":
      return withoutEnd(describeErrorCode(what));
    case "op":
      return String(operations[what] ?? what);
    case "held":
    case "state":
      return String(isState(what) ? stateLabels[what] : what);
    case "note":
      return String(scheduleNotes[what] ?? what);
    case "lifetime":
      return text("Lifetime ends");
    case "rotation":
      return text(stateLabels["rotation-waits"]);
    case "underWay":
      return text("Gardener is at work");
    case "cond":
      return text("Unhealthy: {name}", { name: describeCondition(what).name });
    case "unsure":
      return text("Not known: {name}", { name: describeCondition(what).name });
    case "health":
      return text("Unhealthy for other reasons");
    case "constraint":
      return withoutEnd(
        String(constraintDescriptions[viewConstraint({ type: what, status: "False" }).consequence].consequence),
      );
    case "maintenance":
      return text("Last maintenance failed");
    case "unreadable":
      return text("State not known");
    case "fine":
      return text("No problem found");
  }
}

function withoutEnd(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

export function causeGroupOrder(value: string): number {
  return kinds.indexOf(partsOf(value).kind);
}

function causeName(kind: CauseKind, what: string): string {
  return `${kind}:${what}`;
}

function partsOf(value: string): { readonly kind: CauseKind; readonly what: string } {
  const at = value.indexOf(":");
  const name = at < 0 ? value : value.slice(0, at);
  return { kind: kinds.find((kind) => kind === name) ?? "fine", what: at < 0 ? "" : value.slice(at + 1) };
}
