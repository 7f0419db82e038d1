import type { FleetRow } from "#lib/contract/fleet.ts";
import type { DeadEndSummary, ForecastStepSummary } from "#lib/contract/forecast.ts";
import { missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { type ForcedEvent, forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { ResponsibleRole } from "#lib/policy/next/diagnosis.ts";
import { causeOfDeadEnd, isUrgent } from "#lib/policy/versions/dead-end-horizon.ts";
import { profileSuffixLabel } from "#lib/words/format-list.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { followsFailedMaintenance } from "../forecast/follows-failed-maintenance.ts";
import { describeForcedReason, formatDayRange, formatDeadEndTime } from "../forecast/forced-change-descriptions.ts";

/** Clause about an expected change, which is added to the description of a cluster. */
export interface ForecastClause {
  readonly kind: "stuck" | "forced";
  /** Event and time: `Stuck from 16 Jan 2027`, `Forced to 1.35.6, 21–22 Aug`. */
  readonly lead: string;
  /** Reason without a full stop: `1.34 missing in gcp`, `1.34.9 expires on 20 Aug 2027`. */
  readonly why: string;
  /** Whether the last maintenance failed, and the next run is expected to make the change. */
  readonly hasFailed?: boolean;
  /** Party that can prevent the event. */
  readonly turn: ResponsibleRole;
}

const isNear = ({ at, overdue }: ForcedEvent, now: number) => overdue || isUrgent(at, now);

/** Whether a forced change, a dead end or the cluster's end comes within 90 days, so that the cluster is not fine. */
export function isForcedOrEndingSoon(row: Pick<FleetRow, "forecast" | "endsAt">, now: number): boolean {
  const endsAt = parseInstant(row.endsAt);
  if (endsAt !== undefined && isUrgent(endsAt, now)) return true;
  return forcedEventsOf(row).some((event) => isNear(event, now));
}

type ForecastRow = Pick<FleetRow, "forecast" | "lastMaintenance" | "window">;

/** Returns clauses about the first forced change and the first dead end within 90 days, in time order. */
export function forecastClauses(row: ForecastRow, speech: TimeContext): readonly ForecastClause[] {
  const near = forcedEventsOf(row).filter((event) => isNear(event, speech.now));
  const firsts = [near.find(({ step }) => step), near.find(({ deadEnd }) => deadEnd)];
  return near
    .filter((event) => firsts.includes(event))
    .flatMap(({ step, deadEnd }) => [
      ...(step
        ? [
            {
              ...forcedClause(step, speech),
              hasFailed: followsFailedMaintenance(row, step.earliestAt, speech.now),
            },
          ]
        : []),
      ...(deadEnd ? [stuckClause(deadEnd, speech)] : []),
    ]);
}

function forcedClause(step: ForecastStepSummary, speech: TimeContext): ForecastClause {
  const { lane, image, to, earliestAt, latestAt } = step;
  const [, pool] = /^pool\/(.*)\/[^/]*$/.exec(lane) ?? [];
  const target = image === undefined ? to : `${image} ${to}`;
  const when = formatDayRange(earliestAt, latestAt, speech);
  return {
    kind: "forced",
    lead:
      pool === undefined
        ? text("Forced to {target}, {when}", { target, when })
        : text("Forced to {target} in pool {pool}, {when}", { target, pool, when }),
    why: describeForcedReason(step, speech),
    turn: "Owner",
  };
}

function stuckClause(deadEnd: DeadEndSummary, speech: TimeContext): ForecastClause {
  return {
    kind: "stuck",
    lead: text("Stuck {when}", { when: formatDeadEndTime(deadEnd, speech) }),
    why: missingVersionLabel(deadEnd, profileSuffixLabel(deadEnd.profile)),
    turn: causeOfDeadEnd(deadEnd.code) === "blocked" ? "Owner" : "Operator",
  };
}
