import { expect } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { UserRelation } from "#lib/policy/next/responsible-party.ts";
import { describeCluster } from "#lib/view/cluster/describe-cluster.ts";
import { isForcedOrEndingSoon } from "#lib/view/cluster/forecast-clauses.ts";
import {
  describeForcedChange,
  formatDayRange,
  formatDeadEndTime,
} from "#lib/view/forecast/forced-change-descriptions.ts";
import { attentionGroups } from "#lib/view/overview/attention.ts";
import { utcClock } from "#lib/words/clock.ts";

/** All combinations of a user's roles for a cluster. */
const onlookers: readonly UserRelation[] = [true, false].flatMap((operates) =>
  [true, false].flatMap((belongs) => [true, false, undefined].map((mayChange) => ({ operates, belongs, mayChange }))),
);
const dated = / \d{1,2} [A-Z][a-z]{2}|\d–\d{1,2} [A-Z][a-z]{2}|^Stuck now$/;

/**
 * Checks that a cluster with a forced update or dead end within 90 days names it, with its date, in its summary for
 * every role. Only a cluster without either can be summarized as needing no action. The list cell must agree.
 */
export function expectForecastInTexts(shoot: Shoot, row: FleetRow, now: number) {
  const { forced = [], deadEnds = [] } = row.forecast ?? {};
  const speech = { now, clock: utcClock };
  const lastDay = Math.floor(now / dayMs) + 90;
  const isNear = (at: number) => Math.floor(at / dayMs) <= lastDay;
  const [step] = forced.filter(({ earliestAt, overdue }) => overdue === true || isNear(earliestAt));
  const near = deadEnds.filter(({ fromAt, overdue }) => overdue === true || isNear(fromAt));
  for (const onlooker of onlookers) {
    const { ahead, party } = describeCluster({ shoot, row, view: {}, onlooker }, speech);
    const leads = ahead.map(({ kind, lead }) => `${kind}: ${lead}`).join();
    if (step !== undefined) {
      expect(leads).toContain(`forced: Forced to ${step.image === undefined ? "" : `${step.image} `}${step.to}`);
      expect(leads).toContain(formatDayRange(step.earliestAt, step.latestAt, speech));
    }
    if (near.length > 0)
      expect(
        near.map((end) => `stuck: Stuck ${formatDeadEndTime(end, speech)}`).some((lead) => leads.includes(lead)),
      ).toBe(true);
    expect(ahead).toHaveLength((step === undefined ? 0 : 1) + (near.length === 0 ? 0 : 1));
    for (const { lead } of ahead) expect(lead).toMatch(dated);
    if (ahead.length > 0) expect(party).not.toBe("nobody");
    if (onlooker.mayChange === false && !onlooker.operates) expect(party).not.toBe("you");
  }
  const cell = describeForcedChange(row, speech);
  if (step !== undefined || near.length > 0) {
    expect(
      cell.kind === "step" ? cell.urgent : cell.kind === "dead-end" && ["now", "soon"].includes(cell.urgency),
    ).toBe(true);
  } else {
    expect(
      cell.kind === "step" ? cell.urgent : cell.kind === "dead-end" && ["now", "soon"].includes(cell.urgency),
    ).toBe(false);
  }
}

/** Checks that the dated groups of the overview contain exactly the clusters whose summaries name such a date. */
export function expectOverviewMatchesTexts(rows: readonly FleetRow[], now: number) {
  const own: ReadonlySet<string> = new Set();
  const foreseen = attentionGroups(rows, { now, own }).filter(({ cause }) =>
    ["ending", "stuck", "lifetime-ends"].includes(cause.id),
  );
  for (const group of foreseen) expect(group.rows.some((row) => isForcedOrEndingSoon(row, now))).toBe(true);
  const named = new Set(foreseen.flatMap((group) => group.rows));
  for (const row of rows) {
    if (row.deletionRequestedAt === undefined && isForcedOrEndingSoon(row, now)) expect(named).toContain(row);
  }
}
