import { text } from "#lib/language/text.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { formatDate } from "#lib/words/format-time.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { forecastRows } from "./forecast-rows.ts";

/** Summarises a forecast: the number of steps and dead ends until the end of the forecast period. */
export function forecastSummaryLabel(outlook: ForecastVariant, horizonAt: number, { clock }: TimeContext): string {
  const rows = forecastRows(outlook);
  const steps = rows.filter(({ kind }) => kind === "hop").length;
  const ends = rows.length - steps;
  const until = formatDate(horizonAt, clock);
  if (ends === 0) {
    return steps === 0
      ? text("No step until {until}.", { until })
      : text("{steps, plural, one {# step} other {# steps}} until {until}.", { steps, until });
  }
  return steps === 0
    ? text("No step until {until}, and {ends, plural, one {# dead or open end} other {# dead or open ends}}.", {
        until,
        ends,
      })
    : text(
        "{steps, plural, one {# step} other {# steps}} until {until}, and {ends, plural, one {# dead or open end} other {# dead or open ends}}.",
        { steps, until, ends },
      );
}
