import { urgencyOf } from "#lib/policy/horizon/dead-end-horizon.ts";
import { wallTime } from "#lib/words/clock.ts";
import { deadEndLabels, deadEndName } from "#lib/words/dead-end-labels.ts";
import { hopKindLabel, type Speech, shortEffect } from "#lib/words/hop-sentences.ts";
import type { ForecastRow } from "./forecast-rows.ts";

/** `21 Aug`, with the year where it is another than now. */
function shortDate(at: number, { clock, now }: Speech): string {
  const [then, today] = [wallTime(at, clock), wallTime(now, clock)];
  if (!then) return "";
  return `${then.day} ${then.month}${then.year === today?.year ? "" : ` ${then.year}`}`;
}

/** What a mark of the ladder says: `21 Aug · forced minor 1.35.6 · ≤ 20 nodes replaced`. */
export function stepLabel(row: ForecastRow, speech: Speech): string {
  if (row.kind === "hop") {
    const { hop, lane } = row;
    const from = hop.latestAt === undefined ? "from " : "";
    const parts = [
      `${from}${shortDate(row.at, speech)}`,
      `${hopKindLabel(hop, lane)} ${hop.to}`,
      shortEffect(hop.effects),
    ];
    return parts.filter((part) => part !== "").join(" · ");
  }
  const end = row.kind === "dead-end" ? row.deadEnd : row.rejection;
  const when = row.at <= speech.now ? "now" : `from ${shortDate(row.at, speech)}`;
  return `${when} · ${deadEndName(urgencyOf(end, speech.now))} · ${deadEndLabels[end.code]}`;
}

/** What is done with a mark when something is simulated, before its label. */
export const changeWords = { same: "", new: "new: ", moved: "moved: ", gone: "no longer: " } as const satisfies {
  readonly [Change in ForecastRow["change"]]: string;
};
