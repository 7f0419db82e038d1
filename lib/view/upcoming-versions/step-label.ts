import { type Message, message, text } from "#lib/language/text.ts";
import { urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { deadEndLabels, deadEndTypeLabel } from "#lib/words/dead-end-labels.ts";
import { stepKindLabel, stepNodeEffectsLabel, type TimeContext } from "#lib/words/step-descriptions.ts";
import { formatDayRange } from "../forecast/forced-change-descriptions.ts";
import type { ForecastRow, ForecastRowChange } from "./forecast-rows.ts";

/** Returns the label of a step in the chart: `21 Aug · forced minor 1.35.6 · ≤ 20 nodes replaced`. */
function stepLabel(row: ForecastRow, speech: TimeContext): string {
  if (row.kind === "hop") {
    const { hop, lane } = row;
    const at = formatDayRange(row.at, undefined, speech);
    const parts = [
      hop.latestAt === undefined ? text("from {at}", { at }) : at,
      `${stepKindLabel(hop, lane)} ${hop.to}`,
      stepNodeEffectsLabel(hop.effects),
    ];
    return parts.filter((part) => part !== "").join(" · ");
  }
  const end = row.kind === "dead-end" ? row.deadEnd : row.rejection;
  const when =
    row.at <= speech.now ? text("now") : text("from {at}", { at: formatDayRange(row.at, undefined, speech) });
  return `${when} · ${deadEndTypeLabel(urgencyOf(end, speech.now))} · ${deadEndLabels[end.code]}`;
}

const changedLabels: Readonly<Record<Exclude<ForecastRowChange, "same">, Message>> = {
  new: message("new: {label}"),
  moved: message("moved: {label}"),
  gone: message("no longer: {label}"),
};

/** Returns the label of a step in the chart, with its change in a simulation. */
export function forecastRowLabel(row: ForecastRow, speech: TimeContext): string {
  const label = stepLabel(row, speech);
  return row.change === "same" ? label : text(changedLabels[row.change], { label });
}
