import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { readLifetime } from "../controllers/lifetime.ts";
import { lifetimeRefusal } from "../controllers/lifetime-refusal.ts";
import { gardenletDecision } from "../gardenlet/gardenlet-decision.ts";
import { fixerOf } from "../status/error-codes.ts";
import { findingsOf } from "../status/findings.ts";
import { readLastOperation } from "../status/last-operation.ts";
import { statusLabel } from "../status/status-label.ts";
import { gardenletView, type NextView } from "./next-view.ts";
import { lifetimeNearMs, type Truth } from "./truth.ts";
import { truthNotes } from "./truth-notes.ts";
import { deletionVerdict } from "./truth-of-deletion.ts";
import { holdVerdict, moveVerdict } from "./truth-of-hold.ts";
import { operationVerdict } from "./truth-of-operation.ts";
import type { Verdict, VerdictFacts } from "./verdict.ts";

function lifetimeVerdict({ shoot, nowMs }: VerdictFacts): Verdict | undefined {
  const lifetime = readLifetime(shoot);
  if (lifetime.state !== "ends" || lifetime.endsAt > nowMs + lifetimeNearMs) return undefined;
  // The deletion is rejected until the migration is over, which therefore comes first.
  if (lifetime.endsAt <= nowMs && lifetimeRefusal(shoot) !== undefined) return undefined;
  return {
    subject: { id: "lifetime-ends", at: formatInstant(lifetime.endsAt) },
    turn: "Owner",
    next: "extend-lifetime",
  };
}

/** Reads all input of a verdict. */
export function verdictFacts(shoot: Shoot, view: NextView, nowMs: number): VerdictFacts {
  return {
    shoot,
    view,
    nowMs,
    reading: readLastOperation(shoot.status?.lastOperation),
    findings: findingsOf(shoot),
    decision: gardenletDecision(shoot, gardenletView(shoot, view), nowMs),
  };
}

/**
 * Gardener's state of a Shoot, apart from the end of its lifetime, in this order: deletion, migration, hold, operation,
 * and last its conditions and constraints.
 */
export function standingVerdict(facts: VerdictFacts): Verdict {
  if (facts.shoot.metadata.deletionTimestamp) return deletionVerdict(facts);
  return moveVerdict(facts) ?? holdVerdict(facts) ?? operationVerdict(facts);
}

/**
 * State of a Shoot: subject, since when, who has to act and what comes next.
 *
 * @param view known facts around the Shoot, mainly its Seed
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot, pkg/controllermanager/controller/shoot
 */
export function sentenceOfTruth(shoot: Shoot, view: NextView, nowMs: number): Truth {
  const { status, metadata } = shoot;
  const facts = verdictFacts(shoot, view, nowMs);
  const { findings } = facts;
  const standing = standingVerdict(facts);
  const { since, ...verdict } = (metadata.deletionTimestamp ? undefined : lifetimeVerdict(facts)) ?? standing;
  const sinceMs = parseInstant(since);
  const fixer = fixerOf(findings.codes);
  const types = (conditions: readonly { readonly type: string }[]) => conditions.map(({ type }) => type);
  return {
    health: statusLabel(status?.lastOperation, status?.lastErrors, status?.conditions),
    ...verdict,
    ...(since && sinceMs !== undefined ? { since, forSeconds: Math.max(0, Math.floor((nowMs - sinceMs) / 1000)) } : {}),
    notes: truthNotes(facts, verdict.subject.id),
    codes: findings.codes,
    ...(fixer ? { fixer } : {}),
    conditions: types([...findings.failing, ...findings.unknown, ...findings.progressing]),
    constraints: types(findings.constraints),
  };
}
