import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { viewConstraint } from "#lib/policy/status/constraints.ts";
import { wordsOfCondition } from "#lib/words/condition-sentences.ts";
import { constraintWords } from "#lib/words/constraint-sentences.ts";
import { wordsOfErrorCode } from "#lib/words/error-code-sentences.ts";

/**
 * What is the matter with a cluster, of all that may be the matter with it the first in this order: what Gardener gives an
 * error code for, an operation that failed without one, a condition, a constraint, the last maintenance.
 */
const kinds = ["code", "op", "cond", "unsure", "health", "constraint", "maintenance", "unreadable", "fine"] as const;
type CauseKind = (typeof kinds)[number];

const operations: Readonly<Record<string, Message>> = {
  Failed: message("Operation failed, no error code"),
  Aborted: message("Operation aborted"),
  Error: message("Operation failed, retrying, no error code"),
};

/** One cause for each row: `code:ERR_INFRA_QUOTA_EXCEEDED`, `cond:EveryNodeReady`, `fine`. */
export function causeOf(row: FleetRow): string {
  const { errorCodes, lastOperation, conditions, constraints, health, lastMaintenance, unreadable } = row;
  const [code] = errorCodes;
  if (code !== undefined) return causeName("code", code);
  const state = lastOperation?.state ?? "";
  if (Object.hasOwn(operations, state)) return causeName("op", state);
  const failing = conditions.find(({ status }) => status === "False");
  if (failing !== undefined) return causeName("cond", failing.type);
  if (health === "unhealthy") return "health";
  const unsure = conditions.find(({ status }) => status !== "True" && status !== "Progressing");
  if (unsure !== undefined) return causeName("unsure", unsure.type);
  const constraint = constraints.find(({ status }) => status === "False");
  if (constraint !== undefined) return causeName("constraint", constraint.type);
  if (lastMaintenance?.state === "Failed") return "maintenance";
  return unreadable === undefined && health !== "unknown" ? "fine" : "unreadable";
}

export function causeTitle(value: string): string {
  const { kind, what } = partsOf(value);
  switch (kind) {
    case "code":
      return withoutEnd(wordsOfErrorCode(what).meaning);
    case "op":
      return String(operations[what] ?? what);
    case "cond":
      return text("Unhealthy: {name}", { name: wordsOfCondition(what).name });
    case "unsure":
      return text("Not known: {name}", { name: wordsOfCondition(what).name });
    case "health":
      return text("Unhealthy for other reasons");
    case "constraint":
      return withoutEnd(
        String(constraintWords[viewConstraint({ type: what, status: "False" }).consequence].consequence),
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

export function causeOrder(value: string): number {
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
