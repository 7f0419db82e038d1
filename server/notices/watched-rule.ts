import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { WatchRule } from "#lib/contract/notices.ts";
import type { FleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { type Occurrence, occurrencesOf } from "#lib/view/notices/occurrences.ts";
import { watchedRows } from "#lib/view/notices/rule-subject.ts";
import type { RuleFinding, SeenOccurrence } from "#lib/view/notices/tell-notices.ts";
import { type KnownEnds, learnEnds } from "#lib/view/notices/version-ends.ts";
import type { BegunActs } from "./begun-acts.ts";

interface Expected {
  readonly row: FleetRow;
  readonly occurrences: readonly Occurrence[];
}

/** One rule and what it has to tell, now or once a time has come, of each cluster that it watches. */
export class WatchedRule {
  readonly rule: WatchRule;
  readonly #expected = new Map<string, Expected>();

  constructor(rule: WatchRule) {
    this.rule = rule;
  }

  /** Works out anew what is told of rows that have changed. What it learns of the ends of versions is the answer. */
  read(
    rows: readonly FleetRow[],
    ends: KnownEnds,
    { context, acts }: { readonly context: FleetContext; readonly acts: Pick<BegunActs, "actOf"> },
  ): KnownEnds {
    for (const { uid } of rows) this.#expected.delete(uid);
    let known = ends;
    for (const row of watchedRows(this.rule.subject, rows, context)) {
      if (this.rule.events.earlierEnd) known = learnEnds(known, row, context.now);
      const occurrences = occurrencesOf(this.rule, row, { ends: known, act: acts.actOf(row.uid) });
      if (occurrences.length > 0) this.#expected.set(row.uid, { row, occurrences });
    }
    return known;
  }

  forget(uids: readonly string[]): void {
    for (const uid of uids) this.#expected.delete(uid);
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
}
