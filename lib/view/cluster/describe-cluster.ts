import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { diagnoseShoot } from "#lib/policy/next/diagnose-shoot.ts";
import { type Diagnosis, scheduleNoteIds } from "#lib/policy/next/diagnosis.ts";
import type { DiagnosisContext } from "#lib/policy/next/next-view.ts";
import { type ResponsibleParty, responsiblePartyOf, type UserRelation } from "#lib/policy/next/responsible-party.ts";
import { waitingRotations } from "#lib/policy/rotations/families.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { describeDiagnosis, rotationWaitsLabel } from "#lib/words/diagnosis-descriptions.ts";
import { type ForecastClause, forecastClauses } from "./forecast-clauses.ts";

/** Texts in the header of a cluster's page. */
export interface ClusterDescription {
  readonly headline: string;
  /** Explanations of the error codes, and the messages of failing conditions or constraints; one sentence each. */
  readonly causes: readonly string[];
  /** Further notes about the cluster, such as the end of its lifetime. */
  readonly notes: readonly string[];
  /** Clauses about forced changes and dead ends within 90 days, with dates. */
  readonly ahead: readonly ForecastClause[];
  /**
   * Party that has to act, as seen by the user. `nobody`, which is shown green, only if no problem is expected within
   * 90 days; undefined if nobody has to act now but a problem is expected.
   */
  readonly party: ResponsibleParty | undefined;
  /** Whether the party has to act because of what is ahead only: the cluster is fine now. */
  readonly isPartyForAhead: boolean;
  readonly next: string;
}

interface Subject {
  readonly shoot: Shoot;
  readonly row: Pick<FleetRow, "forecast" | "lastMaintenance" | "next" | "window">;
  readonly view: DiagnosisContext;
  readonly onlooker: UserRelation;
}

/** Describes a cluster: its state, since when, why, who has to act, and what is expected within 90 days. */
export function describeCluster(
  { shoot, row, view, onlooker }: Subject,
  speech: { readonly clock: DisplayClock; readonly now: number },
): ClusterDescription {
  const said = diagnoseShoot(shoot, view, speech.now);
  // The server evaluates hibernation schedules, so that the page does not have to load the code for it.
  const schedules = scheduleNoteIds.filter((id) => row.next.notes?.includes(id)).map((id) => ({ id }));
  const truth = { ...said, notes: [...said.notes, ...schedules] };
  const ahead = forecastClauses(row, speech);
  const isFineNow = truth.turn === "Nobody" && (ahead.length > 0 || truth.notes.length > 0);
  const { headline, causes, notes, next } = describeDiagnosis(truth, { clock: speech.clock, forNow: isFineNow });
  // If the cluster is fine now, the party that can prevent the expected problem has to act.
  const turn = isFineNow ? (ahead.find(({ kind }) => kind === "stuck")?.turn ?? truth.turn) : truth.turn;
  const party = responsiblePartyOf(turn, onlooker);
  const reasons = reasonsOf(truth, shoot);
  const remaining = truth.turn === "Gardener" ? remainingFindings(truth, shoot) : [];
  const isNextSaid = reasons.length > 0 || (truth.next === "wait" && remaining.length > 0);
  return {
    ...{ headline, causes: [...causes, ...reasons, ...remaining], notes, ahead },
    party: isFineNow && party === "nobody" ? undefined : party,
    isPartyForAhead: isFineNow,
    next: isNextSaid ? "" : next,
  };
}

type Conditions = NonNullable<Shoot["status"]>["conditions"];

/** Maximum length of a condition's message in the header; a longer message is shown in the condition's card. */
const longestReason = 160;

/** Returns the messages of the conditions or constraints behind a state, so that users need not look them up. */
function reasonsOf({ next, conditions, constraints }: Diagnosis, { status }: Shoot): readonly string[] {
  const [reported, type] =
    next === "look-at-conditions"
      ? [status?.conditions, conditions[0]]
      : next === "look-at-constraints"
        ? [status?.constraints, constraints[0]]
        : [];
  const message = messageOf(reported, type);
  return message ? [reportLabel(message)] : [];
}

const reportLabel = (message: string) => text("Gardener reports: “{message}”.", { message });

/** Findings that what Gardener is doing now does not answer: a failed constraint, a rotation that waits for somebody. */
function remainingFindings({ constraints }: Diagnosis, shoot: Shoot): readonly string[] {
  if (shoot.metadata.deletionTimestamp) return [];
  const [rotation] = waitingRotations(shoot);
  return [
    ...constraints.map((type) => reportLabel(messageOf(shoot.status?.constraints, type) || type)),
    ...(rotation === undefined ? [] : [`${rotationWaitsLabel(rotation.family)}.`]),
  ];
}

/** Returns a condition's message on one line, without its full stop, and shortened. */
function messageOf(conditions: Conditions, type: string | undefined): string | undefined {
  const message = conditions
    ?.find((each) => each?.type === type)
    ?.message?.trim()
    .replace(/\s+/g, " ")
    .replace(/\.$/, "");
  if (message === undefined || message.length <= longestReason) return message;
  return `${message.slice(0, longestReason).trimEnd()}…`;
}
