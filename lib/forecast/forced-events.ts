import type { FleetRow } from "#lib/contract/fleet.ts";
import type { DeadEndSummary, ForecastStepSummary, RowForecast, StepKind } from "#lib/contract/forecast.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { causeOfDeadEnd, type DeadEndCause } from "#lib/policy/versions/dead-end-horizon.ts";
import { lastInstantOf } from "#lib/words/version-end.ts";

/** Kinds of forced events: a forced step, or a required move that is impossible. */
export type ForcedKind = StepKind | DeadEndCause;
export const forcedStepKinds: readonly ForcedKind[] = ["patch", "image", "minor"];
export const deadEndKinds: readonly ForcedKind[] = ["blocked", "gap", "no-later-version"];

export interface ForcedEvent {
  readonly kind: ForcedKind;
  /** Earliest time, in epoch milliseconds. */
  readonly at: number;
  /** Whether its cause applies already. */
  readonly overdue: boolean;
  readonly step?: ForecastStepSummary;
  readonly deadEnd?: DeadEndSummary;
}

const none: readonly ForcedEvent[] = [];

/**
 * Returns all forced events of a cluster in time order: the first forced step of each kind, and each dead end. Lists,
 * counts and charts all use this function, so that they cannot disagree.
 */
export function forcedEvents({ forecast }: Pick<FleetRow, "forecast">): readonly ForcedEvent[] {
  return forecast === undefined ? none : eventsOf(forecast);
}

const eventsOf = perObject(({ forced, deadEnds }: RowForecast): readonly ForcedEvent[] => {
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

/** Returns the first event, reduced to what is kept when a forecast changes. */
export function firstEventOf(forecast: RowForecast): NonNullable<RowForecast["changed"]>["before"] {
  const [first] = forcedEvents({ forecast });
  if (first === undefined) return undefined;
  const { at, step, deadEnd } = first;
  return { at, ...(step && { to: step.to }), ...(deadEnd && { deadEnd: deadEnd.code }) };
}

/** Version that an event makes a cluster leave, if it has a name and an end. */
export interface Ending {
  /** Value of the filter `ends`: `1.33.13@2027-03-23`, or `1.33.13@gone` for a version that left the profile. */
  readonly key: string;
  readonly version: string;
  readonly image?: string | undefined;
  /** Epoch milliseconds; absent for a version that left the profile. */
  readonly endsAt?: number;
}

/** Returns undefined for events that no version's end causes. */
export function endingOf({ step, deadEnd }: Pick<ForcedEvent, "step" | "deadEnd">): Ending | undefined {
  const version = step?.from ?? deadEnd?.version ?? "";
  const endsAt = step?.endsAt ?? deadEnd?.endsAt;
  if (endsAt !== undefined && version !== "") {
    const key = `${version}@${new Date(lastInstantOf(endsAt)).toISOString().slice(0, 10)}`;
    return { key, version, image: step?.image, endsAt };
  }
  return step === undefined ? undefined : { key: `${version}@gone`, version, image: step.image };
}
