import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { WatchRule } from "#lib/contract/notices.ts";
import type { FleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { type Occurrence, occurrencesOf } from "#lib/notices/occurrences.ts";
import { subjectTest } from "#lib/notices/rule-subject.ts";
import { mostMarks, type RuleFinding, type SeenOccurrence } from "#lib/notices/tell-notices.ts";
import { type KnownEnds, learnEnds } from "#lib/notices/version-ends.ts";
import type { BegunActs } from "./begun-acts.ts";

interface Expected {
  readonly row: FleetRow;
  readonly occurrences: readonly Occurrence[];
}

/** Filters may depend on the time of day: all rows are held against them this often. */
export const fullEveryMs = hourMs;
/** What comes later than this is found when all rows are read again. */
const aheadMs = 2 * fullEveryMs;
/** Some room, so that what is too much is looked for now and then only. */
const mostHeld = 4 * mostMarks;

/** What a rule is read with. */
export interface RuleReading {
  readonly context: FleetContext;
  readonly acts: Pick<BegunActs, "actOf">;
  /** What its owner has learned of the ends of versions; another one where a row says something new. */
  readonly learned: { ends: KnownEnds };
}

/** One rule and what it has to tell, now or soon, of each cluster that it watches. */
export class WatchedRule {
  readonly rule: WatchRule;
  readonly #expected = new Map<string, Expected>();
  /** How many occurrences are expected. */
  #count = 0;
  /** Keys behind this one are left out: there is more to tell than is remembered. */
  #lastKey: string | undefined;
  #beyond = 0;
  /** When all rows were read last; undefined before that. */
  wholeAt: number | undefined;

  /** @param before the same rule as it was, of which only the name or where it tells may have changed */
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

  /** How many things it finds that are more than is remembered, and so not told. */
  get beyond(): number {
    return this.#beyond;
  }

  /** Works out anew what is told of a row that may have changed: made once, for many rows. */
  reader({ context, acts, learned }: RuleReading): (row: FleetRow) => void {
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

  /** Nothing is known of it: all rows are about to be read. */
  begin(): void {
    this.#expected.clear();
    this.#count = 0;
    this.#lastKey = undefined;
    this.#beyond = 0;
    this.wholeAt = undefined;
  }

  /** All rows were read. */
  finish(now: number): void {
    this.#prune();
    this.wholeAt = now;
  }

  /** Of what is more than is remembered the first by their keys stay, the same ones on every replica. */
  #prune(): void {
    if (this.#count <= mostMarks) return;
    const keys = [...this.#expected.values()].flatMap(({ occurrences }) => occurrences.map(({ key }) => key)).sort();
    this.#lastKey = keys[mostMarks - 1];
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
    // Of a row that changes later nobody knows whether it was counted.
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

  /** What holds at an instant in the namespaces that somebody sees. */
  findingAt(now: number, isSeen: (namespace: string) => boolean): RuleFinding {
    const holds: SeenOccurrence[] = [];
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

  /** The first instant after another one at which something begins or ceases to hold. */
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
