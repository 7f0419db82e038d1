import type { FleetRow } from "#lib/contract/fleet.ts";
import type { DeadEndSummary, ForecastStepSummary, RowForecast, StepKind } from "#lib/contract/forecast.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { causeOfDeadEnd, type DeadEndCause } from "#lib/policy/versions/dead-end-horizon.ts";
import { lastValidInstantOf } from "#lib/words/version-end.ts";

/** Kinds of forced events: a forced step, or a dead end (a required update that is impossible). */
export type ForcedEventKind = StepKind | DeadEndCause;
export const forcedStepKinds: readonly ForcedEventKind[] = ["patch", "image", "minor"];
export const deadEndKinds: readonly ForcedEventKind[] = ["blocked", "gap", "no-later-version"];

export interface ForcedEvent {
  readonly kind: ForcedEventKind;
  /** Earliest time of the event, in epoch milliseconds. */
  readonly at: number;
  /** Whether the cause of the event applies already. */
  readonly overdue: boolean;
  readonly step?: ForecastStepSummary;
  readonly deadEnd?: DeadEndSummary;
}

const none: readonly ForcedEvent[] = [];

/**
 * Returns all forced events of a cluster in time order: the first forced step of each kind, and each dead end. Lists,
 * counts and charts all use this function, so that they cannot disagree.
 */
export function forcedEventsOf({ forecast }: Pick<FleetRow, "forecast">): readonly ForcedEvent[] {
  return forecast === undefined ? none : eventsOf(forecast);
}

const eventsOf = memoizePerObject(({ forced, deadEnds }: RowForecast): readonly ForcedEvent[] => {
  if (forced.length + deadEnds.length === 0) return none;
  const events: ForcedEvent[] = [
    ...forced.map((step) => ({ kind: step.hop, at: step.earliestAt, overdue: step.overdue === true, step })),
    ...deadEnds.map((deadEnd) => ({
      kind: causeOfDeadEnd(deadEnd.code),
      at: deadEnd.fromAt,
      overdue: deadEnd.overdue === true,
      deadEnd,
    })),
  ];
  return events.sort((a, b) => Number(b.overdue) - Number(a.overdue) || a.at - b.at);
});

/** Returns the first forced event of a forecast, reduced to what is stored when a forecast changes. */
export function firstForcedEventOf(forecast: RowForecast): NonNullable<RowForecast["changed"]>["before"] {
  const [first] = forcedEventsOf({ forecast });
  if (first === undefined) return undefined;
  const { at, step, deadEnd } = first;
  return { at, ...(step && { to: step.to }), ...(deadEnd && { deadEnd: deadEnd.code }) };
}

/** Version that a forced event makes a cluster leave, and its end. */
export interface EndingVersion {
  /** Value of the filter `ends`: `1.33.13@2027-03-23`, or `1.33.13@gone` for a version that left the profile. */
  readonly key: string;
  readonly version: string;
  readonly image?: string | undefined;
  /** End of the version in epoch milliseconds; absent for a version that was removed from the profile. */
  readonly endsAt?: number;
}

/** Returns the version whose end causes a forced event; undefined if the event has another cause. */
export function endingVersionOf({ step, deadEnd }: Pick<ForcedEvent, "step" | "deadEnd">): EndingVersion | undefined {
  const version = step?.from ?? deadEnd?.version ?? "";
  const endsAt = step?.endsAt ?? deadEnd?.endsAt;
  if (endsAt !== undefined && version !== "") {
    const key = `${version}@${new Date(lastValidInstantOf(endsAt)).toISOString().slice(0, 10)}`;
    return { key, version, image: step?.image, endsAt };
  }
  return step === undefined ? undefined : { key: `${version}@gone`, version, image: step.image };
}
