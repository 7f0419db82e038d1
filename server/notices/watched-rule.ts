import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { WatchRule } from "#lib/contract/notices.ts";
import type { FleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { type Occurrence, occurrencesOf } from "#lib/notices/occurrences.ts";
import { maxEventsPerRule, type RuleFinding, type VisibleOccurrence } from "#lib/notices/report-notices.ts";
import { subjectTest } from "#lib/notices/rule-subject.ts";
import { type KnownEnds, learnEnds } from "#lib/notices/version-ends.ts";
import type { BegunActs } from "./begun-acts.ts";

interface Expected {
  readonly row: FleetRow;
  readonly occurrences: readonly Occurrence[];
}

/** Interval at which all rows are evaluated, because filters can depend on the time of day. */
export const fullEveryMs = hourMs;
/** Later occurrences are found when all rows are evaluated again. */
const aheadMs = 2 * fullEveryMs;
/** Limit with some slack, so that pruning is rare. */
const mostHeld = 4 * maxEventsPerRule;

/** Context in which rows are evaluated. */
export interface RuleEvaluationContext {
  readonly context: FleetContext;
  readonly acts: Pick<BegunActs, "actOf">;
  /** The owner's known version ends; replaced when a row has a new one. */
  readonly learned: { ends: KnownEnds };
}

/** One rule with its current and upcoming occurrences for each watched cluster. */
export class WatchedRule {
  readonly rule: WatchRule;
  readonly #expected = new Map<string, Expected>();
  /** Number of expected occurrences. */
  #count = 0;
  /** Occurrences with greater keys are dropped, because there are more than can be remembered. */
  #lastKey: string | undefined;
  #beyond = 0;
  /** When all rows were last evaluated; undefined before the first time. */
  wholeAt: number | undefined;

  /** @param before the rule's previous state, which is kept unless subject or events changed */
  constructor(rule: WatchRule, before?: WatchedRule) {
    this.rule = rule;
    if (before === undefined || !isSame(before.rule.subject, rule.subject) || !isSame(before.rule.events, rule.events))
      return;
    this.#expected = before.#expected;
    this.#count = before.#count;
    this.#lastKey = before.#lastKey;
    this.#beyond = before.#beyond;
    this.wholeAt = before.wholeAt;
  }

  /** Number of occurrences that a notice does not list because it has reached its limit of lines. */
  get beyond(): number {
    return this.#beyond;
  }

  /** Returns a function that evaluates a possibly changed row; created once for many rows. */
  reader({ context, acts, learned }: RuleEvaluationContext): (row: FleetRow) => void {
    const isWatched = subjectTest(this.rule.subject, context);
    return (row) => {
      this.#drop(row.uid);
      if (!isWatched(row)) return;
      if (this.rule.events.earlierEnd) learned.ends = learnEnds(learned.ends, row, context.now);
      const found = occurrencesOf(this.rule, row, { ends: learned.ends, act: acts.actOf(row.uid) });
      const soon = found.filter(
        ({ from, until = Number.POSITIVE_INFINITY }) => from < context.now + aheadMs && until > context.now,
      );
      const occurrences = this.#withinLimit(soon);
      if (occurrences.length === 0) return;
      this.#expected.set(row.uid, { row, occurrences });
      this.#count += occurrences.length;
      if (this.#count > mostHeld) this.#prune();
    };
  }

  /** Resets the state before all rows are evaluated. */
  begin(): void {
    this.#expected.clear();
    this.#count = 0;
    this.#lastKey = undefined;
    this.#beyond = 0;
    this.wholeAt = undefined;
  }

  /** Call after all rows were evaluated. */
  finish(now: number): void {
    this.#prune();
    this.wholeAt = now;
  }

  /** Keeps the first occurrences by key, so that all replicas keep the same ones. */
  #prune(): void {
    if (this.#count <= maxEventsPerRule) return;
    const keys = [...this.#expected.values()].flatMap(({ occurrences }) => occurrences.map(({ key }) => key)).sort();
    this.#lastKey = keys[maxEventsPerRule - 1];
    for (const [uid, { row, occurrences }] of this.#expected) {
      const kept = this.#withinLimit(occurrences);
      this.#count -= occurrences.length - kept.length;
      if (kept.length === 0) this.#expected.delete(uid);
      else if (kept.length < occurrences.length) this.#expected.set(uid, { row, occurrences: kept });
    }
  }

  #withinLimit(occurrences: readonly Occurrence[]): readonly Occurrence[] {
    const lastKey = this.#lastKey;
    if (lastKey === undefined) return occurrences;
    const kept = occurrences.filter(({ key }) => key <= lastKey);
    // Not counted for rows that change later, since they may have been counted already.
    if (this.wholeAt === undefined) this.#beyond += occurrences.length - kept.length;
    return kept;
  }

  #drop(uid: string): void {
    const held = this.#expected.get(uid);
    if (held === undefined) return;
    this.#expected.delete(uid);
    this.#count -= held.occurrences.length;
  }

  forget(uids: readonly string[]): void {
    for (const uid of uids) this.#drop(uid);
  }

  /** The occurrences that hold at an instant, in visible namespaces. */
  findingAt(now: number, isSeen: (namespace: string) => boolean): RuleFinding {
    const holds: VisibleOccurrence[] = [];
    for (const { row, occurrences } of this.#expected.values()) {
      if (!isSeen(row.namespace)) continue;
      const { uid, project, namespace, name } = row;
      for (const occurrence of occurrences) {
        const { from, until = Number.POSITIVE_INFINITY } = occurrence;
        if (from <= now && now < until) holds.push({ occurrence, cluster: { uid, project, namespace, name } });
      }
    }
    return { rule: this.rule, holds };
  }

  /** The first instant after `now` at which an occurrence begins or ends. */
  turnAfter(now: number): number {
    let turn = Number.POSITIVE_INFINITY;
    for (const { occurrences } of this.#expected.values()) {
      for (const { from, until = Number.POSITIVE_INFINITY } of occurrences) {
        if (from > now) turn = Math.min(turn, from);
        if (until > now) turn = Math.min(turn, until);
      }
    }
    return turn;
  }
}
