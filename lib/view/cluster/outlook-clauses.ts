import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ForeseenDeadEnd, ForeseenStep } from "#lib/contract/forecast.ts";
import { missingWords } from "#lib/fleet/fields/dead-end-filter.ts";
import { type ForcedEvent, forcedEvents } from "#lib/forecast/forced-events.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { Turn } from "#lib/policy/next/truth.ts";
import { causeOfDeadEnd, isUrgent } from "#lib/policy/versions/dead-end-horizon.ts";
import type { Speech } from "#lib/words/hop-sentences.ts";
import { inProfile } from "#lib/words/words.ts";
import { deadEndWhen, forcedReason, formatDays } from "../forecast/forced-words.ts";

/** Clause that the forecast adds to the sentence about a cluster. */
export interface OutlookClause {
  readonly kind: "stuck" | "forced";
  /** Event and time: `Stuck from 16 Jan 2027`, `Forced to 1.35.6, 21–22 Aug`. */
  readonly lead: string;
  /** Reason without a full stop: `1.34 missing in gcp`, `1.34.9 expires on 20 Aug 2027`. */
  readonly why: string;
  /** Party that can prevent it. */
  readonly turn: Turn;
}

const isNear = ({ at, overdue }: ForcedEvent, now: number) => overdue || isUrgent(at, now);

/** Whether a forced change, a dead end or the end of a cluster comes within 90 days, so that it is not simply fine. */
export function isTroubledAhead(row: Pick<FleetRow, "forecast" | "endsAt">, now: number): boolean {
  const endsAt = parseInstant(row.endsAt);
  if (endsAt !== undefined && isUrgent(endsAt, now)) return true;
  return forcedEvents(row).some((event) => isNear(event, now));
}

/** First forced change and first dead end within 90 days, in time order. */
export function outlookClauses(row: Pick<FleetRow, "forecast">, speech: Speech): readonly OutlookClause[] {
  const near = forcedEvents(row).filter((event) => isNear(event, speech.now));
  const firsts = [near.find(({ step }) => step), near.find(({ deadEnd }) => deadEnd)];
  return near
    .filter((event) => firsts.includes(event))
    .flatMap(({ step, deadEnd }) => [
      ...(step ? [forcedClause(step, speech)] : []),
      ...(deadEnd ? [stuckClause(deadEnd, speech)] : []),
    ]);
}

function forcedClause(step: ForeseenStep, speech: Speech): OutlookClause {
  const { lane, image, to, earliestAt, latestAt } = step;
  const [, pool] = /^pool\/(.*)\/[^/]*$/.exec(lane) ?? [];
  const target = image === undefined ? to : `${image} ${to}`;
  const when = formatDays(earliestAt, latestAt, speech);
  return {
    kind: "forced",
    lead:
      pool === undefined
        ? text("Forced to {target}, {when}", { target, when })
        : text("Forced to {target} in pool {pool}, {when}", { target, pool, when }),
    why: forcedReason(step, speech),
    turn: "Owner",
  };
}

function stuckClause(deadEnd: ForeseenDeadEnd, speech: Speech): OutlookClause {
  return {
    kind: "stuck",
    lead: text("Stuck {when}", { when: deadEndWhen(deadEnd, speech) }),
    why: missingWords(deadEnd, inProfile(deadEnd.profile)),
    turn: causeOfDeadEnd(deadEnd.code) === "blocked" ? "Owner" : "Operator",
  };
}
