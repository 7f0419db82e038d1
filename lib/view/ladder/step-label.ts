import { text } from "#lib/language/text.ts";
import { urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { wallTime } from "#lib/words/clock.ts";
import { deadEndLabels, deadEndName } from "#lib/words/dead-end-labels.ts";
import { hopKindLabel, type Speech, shortEffect } from "#lib/words/hop-sentences.ts";
import type { ForecastRow } from "./forecast-rows.ts";

/** `21 Aug`, with the year where it is another than now. */
function shortDate(at: number, { clock, now }: Speech): string {
  const [then, today] = [wallTime(at, clock), wallTime(now, clock)];
  if (!then) return "";
  const { day, month, year } = then;
  return year === today?.year
    ? text("{day} {month}", { day, month })
    : text("{day} {month} {year}", { day, month, year });
}

/** What a mark of the ladder says: `21 Aug · forced minor 1.35.6 · ≤ 20 nodes replaced`. */
function stepLabel(row: ForecastRow, speech: Speech): string {
  if (row.kind === "hop") {
    const { hop, lane } = row;
    const at = shortDate(row.at, speech);
    const parts = [
      hop.latestAt === undefined ? text("from {at}", { at }) : at,
      `${hopKindLabel(hop, lane)} ${hop.to}`,
      shortEffect(hop.effects),
    ];
    return parts.filter((part) => part !== "").join(" · ");
  }
  const end = row.kind === "dead-end" ? row.deadEnd : row.rejection;
  const when = row.at <= speech.now ? text("now") : text("from {at}", { at: shortDate(row.at, speech) });
  return `${when} · ${deadEndName(urgencyOf(end, speech.now))} · ${deadEndLabels[end.code]}`;
}

/** The same with what becomes of the mark when something is simulated. */
export function changedLabel(row: ForecastRow, speech: Speech): string {
  const label = stepLabel(row, speech);
  switch (row.change) {
    case "same":
      return label;
    case "new":
      return text("new: {label}", { label });
    case "moved":
      return text("moved: {label}", { label });
    case "gone":
      return text("no longer: {label}", { label });
  }
}
