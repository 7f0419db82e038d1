"use client";

import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { message, text } from "#lib/language/text.ts";
import { compareForecastRows, type ForecastRow, forecastRows } from "#lib/view/upcoming-versions/forecast-rows.ts";
import { formatPeriod, formatStepTime } from "#lib/view/upcoming-versions/format-interval.ts";
import { deadEndLabels } from "#lib/words/dead-end-labels.ts";
import { formatClockTime } from "#lib/words/format-time.ts";
import { type TimeContext, versionedComponentLabel } from "#lib/words/step-descriptions.ts";

interface ForecastChangedProps {
  readonly before: ClusterForecast;
  readonly after: ClusterForecast;
  readonly speech: TimeContext;
  readonly onSeen: () => void;
}

const mostShown = 4;
const changeLabels = { same: "", new: message("New"), moved: message("Moved"), gone: message("No longer") } as const;

function rowsOf({ forecast }: ClusterForecast): readonly ForecastRow[] {
  return forecast.outcome === "foreseen" ? forecastRows(forecast) : [];
}

function labelOf(row: ForecastRow, { clock, now }: TimeContext): string {
  switch (row.kind) {
    case "hop":
      return text("{component} {from} to {to}, {when}", {
        component: versionedComponentLabel(row.lane),
        from: row.hop.from,
        to: row.hop.to,
        when: formatStepTime(row.hop, clock),
      });
    case "dead-end":
      return text("{component} stuck on {version}, {when}", {
        component: versionedComponentLabel(row.lane),
        version: row.deadEnd.version,
        when: formatPeriod(row.deadEnd, clock, now),
      });
    case "rejection":
      return `${deadEndLabels["rejected-by-dry-run"]}, ${formatPeriod(row.rejection, clock, now)}`;
  }
}

/** Notice that the forecast has changed since the user opened the page, with a list of the differences. */
export function ForecastChangedNotice({ before, after, speech, onSeen }: ForecastChangedProps) {
  const changed = compareForecastRows(rowsOf(before), rowsOf(after)).filter(({ change }) => change !== "same");
  const at = formatClockTime(parseInstant(after.snapshot.at) ?? 0, speech.clock);
  return (
    <Notice
      live
      hue="info"
      title={text("The forecast changed at {at}, while you were looking", { at })}
      action={
        <Button size="sm" onClick={onSeen}>
          {text("Seen")}
        </Button>
      }
    >
      {changed.length === 0 ? (
        text("The steps are the same. The data behind them has changed.")
      ) : (
        <ul className="list-disc pl-5">
          {changed.slice(0, mostShown).map((row) => (
            <li key={row.key}>{`${changeLabels[row.change]}: ${labelOf(row, speech)}`}</li>
          ))}
          {changed.length > mostShown && <li>{text("and {count} more", { count: changed.length - mostShown })}</li>}
        </ul>
      )}
    </Notice>
  );
}
