import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { NextView } from "#lib/policy/next/next-view.ts";
import { sentenceOfTruth } from "#lib/policy/next/sentence-of-truth.ts";
import { scheduleNoteIds } from "#lib/policy/next/truth.ts";
import { type Onlooker, type Party, whoActs } from "#lib/policy/next/who-acts.ts";
import type { Clock } from "#lib/words/clock.ts";
import { wordsOfTruth } from "#lib/words/truth-sentences.ts";
import { type OutlookClause, outlookClauses } from "./outlook-clauses.ts";

/** What is said of a cluster in its header. */
export interface ClusterSentence {
  readonly headline: string;
  readonly causes: readonly string[];
  /** What else has to be known, such as the end of its lifetime. */
  readonly notes: readonly string[];
  /** What is forced upon it or stops it within 90 days, with its date. */
  readonly ahead: readonly OutlookClause[];
  /**
   * Who has to act, as seen by whoever looks. `nobody`, which is green, only where nothing lies ahead either; undefined
   * where nobody has to and something does.
   */
  readonly party: Party | undefined;
  readonly next: string;
}

interface Subject {
  readonly shoot: Shoot;
  readonly row: Pick<FleetRow, "forecast" | "next">;
  readonly view: NextView;
  readonly onlooker: Onlooker;
}

/** What is the case, since when, why, who has to act, and what lies ahead within 90 days. */
export function clusterSentence(
  { shoot, row, view, onlooker }: Subject,
  speech: { readonly clock: Clock; readonly now: number },
): ClusterSentence {
  const said = sentenceOfTruth(shoot, view, speech.now);
  // The server has read the schedules, which takes code that this page needs for nothing else.
  const schedules = scheduleNoteIds.filter((id) => row.next.notes?.includes(id)).map((id) => ({ id }));
  const truth = { ...said, notes: [...said.notes, ...schedules] };
  const ahead = outlookClauses(row, speech);
  const isFineNow = truth.turn === "Nobody" && (ahead.length > 0 || truth.notes.length > 0);
  const { headline, causes, notes, next } = wordsOfTruth(truth, { clock: speech.clock, forNow: isFineNow });
  // Where all is fine but for what is ahead, whoever can prevent that has to act.
  const turn = isFineNow ? (ahead.find(({ kind }) => kind === "stuck")?.turn ?? truth.turn) : truth.turn;
  const party = whoActs(turn, onlooker);
  return { headline, causes, notes, ahead, party: isFineNow && party === "nobody" ? undefined : party, next };
}
