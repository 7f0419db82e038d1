import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { WatchRule } from "#lib/contract/notices.ts";
import type { FleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { watchedOccurrencesOf } from "#lib/notices/occurrences.ts";
import { createProjectOccurrenceReader } from "#lib/notices/project-occurrences.ts";
import { maxEventsPerRule, type RuleOccurrences, type VisibleOccurrence } from "#lib/notices/report-notices.ts";
import { createRuleSubjectTest } from "#lib/notices/rule-subject.ts";
import { type KnownVersionEnds, recordVersionEnds } from "#lib/notices/version-ends.ts";
import type { WatchedOccurrence } from "#lib/notices/watched-occurrence.ts";
import type { UnusedProject } from "#lib/policy/projects/stale-project.ts";
import type { ReadableSummaries } from "#server/fleet/summaries/operation-summaries.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import type { BegunClusterActions } from "./begun-cluster-actions.ts";

interface Expected {
  readonly row: FleetRow;
  readonly occurrences: readonly WatchedOccurrence[];
}

/** Interval in which a rule is evaluated for all clusters, because filters can depend on the time of day. */
export const fullEvaluationIntervalMs = hourMs;
/** How far ahead occurrences are kept; later ones are found by the next evaluation of all clusters. */
const aheadMs = 2 * fullEvaluationIntervalMs;
/** Limit above which occurrences are dropped; higher than the number that stays, so that this happens rarely. */
const mostHeld = 4 * maxEventsPerRule;

/** Context in which rows are evaluated. */
export interface RuleEvaluationContext {
  readonly context: FleetContext;
  readonly acts: Pick<BegunClusterActions, "actOf">;
  readonly summaries: ReadableSummaries;
  /** Expiry dates of versions that are known to the rules' owner; replaced when a new one is found. */
  readonly learned: { ends: KnownVersionEnds };
}

/** A watch rule, with its current and upcoming occurrences for each cluster. */
export class WatchedRule {
  readonly rule: WatchRule;
  readonly #expected = new Map<string, Expected>();
  /** Number of stored occurrences. */
  #count = 0;
  /** Occurrences whose keys sort after this one are dropped, because there are too many. */
  #lastKey: string | undefined;
  #beyond = 0;
  #projects: readonly VisibleOccurrence[] = [];
  #projectsBeyond = 0;
  #announced: readonly VisibleOccurrence[] = [];
  /** When all rows were last evaluated; undefined before the first time. */
  wholeAt: number | undefined;

  /** @param before the previous state of the same rule, which stays valid unless its filter or events changed */
  constructor(rule: WatchRule, before?: WatchedRule) {
    this.rule = rule;
    if (
      before === undefined ||
      !isSameJson(before.rule.subject, rule.subject) ||
      !isSameJson(before.rule.events, rule.events)
    )
      return;
    this.#expected = before.#expected;
    this.#count = before.#count;
    this.#lastKey = before.#lastKey;
    this.#beyond = before.#beyond;
    this.#projects = before.#projects;
    this.#projectsBeyond = before.#projectsBeyond;
    this.#announced = before.#announced;
    this.wholeAt = before.wholeAt;
  }

  /** Number of occurrences of clusters and projects that were found, also of those that are dropped as too many. */
  get found(): number {
    return this.#count + this.#beyond + this.#projects.length + this.#projectsBeyond;
  }

  /** Returns a function that evaluates the rule for one cluster; created once for many clusters. */
  reader({ context, acts, learned, summaries }: RuleEvaluationContext): (row: FleetRow) => void {
    const isWatched = createRuleSubjectTest(this.rule.subject, context);
    return (row) => {
      this.#drop(row.uid);
      if (!isWatched(row)) return;
      if (this.rule.events.earlierEnd) learned.ends = recordVersionEnds(learned.ends, row, context.now);
      const did = this.rule.events.summary ? summaries.knownOf(row.uid) : undefined;
      const known = { ends: learned.ends, act: acts.actOf(row.uid), summaries: did };
      const found = watchedOccurrencesOf(this.rule, row, known);
      const soon = found.filter(
        ({ from, until = Number.POSITIVE_INFINITY }) => from < context.now + aheadMs && until > context.now,
      );
      const occurrences = this.#withinLimit(soon);
      // Only counted while all clusters are evaluated; later the same occurrence would be counted again.
      if (this.wholeAt === undefined) this.#beyond += soon.length - occurrences.length;
      if (occurrences.length === 0) return;
      this.#expected.set(row.uid, { row, occurrences });
      this.#count += occurrences.length;
      if (this.#count > mostHeld) this.#prune();
    };
  }

  /**
   * Evaluates the rule for some unused projects instead of those before. Repeat it within
   * `fullEvaluationIntervalMs`, because later occurrences are left out.
   *
   * @returns whether anything changed
   */
  async readProjects(projects: readonly UnusedProject[], now: number): Promise<boolean> {
    const read = createProjectOccurrenceReader(this.rule);
    const found: VisibleOccurrence[] = [];
    if (read !== undefined) {
      await forEachInTimeSlices(projects, (project) => {
        for (const each of read(project)) if (each.occurrence.from < now + aheadMs) found.push(each);
      });
    }
    const before = this.#projects;
    this.#projects = found.length > maxEventsPerRule ? firstByKey(found) : found;
    this.#projectsBeyond = found.length - this.#projects.length;
    // A key names project, kind and date; of a rule nothing else can change.
    return (
      this.#projects.length !== before.length ||
      this.#projects.some(({ occurrence }, index) => occurrence.key !== before[index]?.occurrence.key)
    );
  }

  /**
   * Sets the announcements about the rule's clusters.
   *
   * @returns whether there are others than before
   */
  setAnnounced(found: readonly VisibleOccurrence[]): boolean {
    const [before, after] = [this.#announced, found].map((each) => each.map(({ occurrence }) => occurrence.key).sort());
    this.#announced = found;
    return !isSameJson(before, after);
  }

  /** Drops all occurrences of clusters before the rule is evaluated for all clusters. */
  begin(): void {
    this.#expected.clear();
    this.#count = 0;
    this.#lastKey = undefined;
    this.#beyond = 0;
    this.wholeAt = undefined;
  }

  /** Call it after the rule was evaluated for all clusters. */
  finish(now: number): void {
    this.#prune();
    this.wholeAt = now;
  }

  /** Drops the occurrences whose keys sort last, so that all replicas drop the same ones. */
  #prune(): void {
    if (this.#count <= maxEventsPerRule) return;
    // What is dropped between two evaluations of all clusters is counted by the next one, which is due then.
    this.wholeAt = undefined;
    const keys = [...this.#expected.values()].flatMap(({ occurrences }) => occurrences.map(({ key }) => key)).sort();
    this.#lastKey = keys[maxEventsPerRule - 1];
    for (const [uid, { row, occurrences }] of this.#expected) {
      const kept = this.#withinLimit(occurrences);
      this.#count -= occurrences.length - kept.length;
      this.#beyond += occurrences.length - kept.length;
      if (kept.length === 0) this.#expected.delete(uid);
      else if (kept.length < occurrences.length) this.#expected.set(uid, { row, occurrences: kept });
    }
  }

  #withinLimit(occurrences: readonly WatchedOccurrence[]): readonly WatchedOccurrence[] {
    const lastKey = this.#lastKey;
    return lastKey === undefined ? occurrences : occurrences.filter(({ key }) => key <= lastKey);
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

  /** Occurrences in visible namespaces at the time `now`. */
  findingAt(now: number, isSeen: (namespace: string) => boolean): RuleOccurrences {
    const holds = [...this.#projects, ...this.#announced].filter(
      ({ occurrence, cluster }) => isNow(occurrence, now) && isSeen(cluster.namespace),
    );
    for (const { row, occurrences } of this.#expected.values()) {
      if (!isSeen(row.namespace)) continue;
      const { uid, project, namespace, name } = row;
      for (const occurrence of occurrences) {
        if (isNow(occurrence, now)) holds.push({ occurrence, cluster: { uid, project, namespace, name } });
      }
    }
    return { rule: this.rule, holds };
  }

  /** The next time at which an occurrence begins or ends. */
  turnAfter(now: number): number {
    let turn = Number.POSITIVE_INFINITY;
    const see = ({ from, until = Number.POSITIVE_INFINITY }: WatchedOccurrence) => {
      if (from > now) turn = Math.min(turn, from);
      if (until > now) turn = Math.min(turn, until);
    };
    for (const { occurrence } of this.#projects) see(occurrence);
    for (const { occurrence } of this.#announced) see(occurrence);
    for (const { occurrences } of this.#expected.values()) for (const occurrence of occurrences) see(occurrence);
    return turn;
  }
}

function isNow({ from, until = Number.POSITIVE_INFINITY }: WatchedOccurrence, now: number): boolean {
  return from <= now && now < until;
}

/** The occurrences that all replicas remember, if there are too many. */
function firstByKey(found: readonly VisibleOccurrence[]): readonly VisibleOccurrence[] {
  return found.toSorted((a, b) => (a.occurrence.key < b.occurrence.key ? -1 : 1)).slice(0, maxEventsPerRule);
}
