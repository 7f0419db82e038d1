"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { hueFillClasses } from "#components/ui/hue-classes.ts";
import { useWidth } from "#components/ui/state/use-width.ts";
import { formatVersionedComponent } from "#lib/forecast/versioned-component-key.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import type { ComponentForecast } from "#lib/policy/forecast/component-forecast.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import type { ForecastRow } from "#lib/view/upcoming-versions/forecast-rows.ts";
import {
  createVersionLifeLookup,
  percentInSpan,
  stretchesOfForecast,
  type UpcomingVersionsSpan,
  upcomingVersionsSpanOf,
  type VersionStretch,
} from "#lib/view/upcoming-versions/forecast-stretches.ts";
import { forecastSummaryLabel } from "#lib/view/upcoming-versions/forecast-summary-label.ts";
import {
  upcomingVersionsTickLabel,
  upcomingVersionsTicks,
} from "#lib/view/upcoming-versions/upcoming-versions-ticks.ts";
import { type TimeContext, versionedComponentLabel } from "#lib/words/step-descriptions.ts";
import { stageAppearanceOf, stageSeverity } from "#lib/words/version-stage.ts";
import { todayLineClass, UpcomingVersionsBar } from "./upcoming-versions-bar.tsx";
import { type UpcomingVersionsMark, UpcomingVersionsMarks } from "./upcoming-versions-marks.tsx";

interface LadderFigureProps {
  readonly outlook: ForecastVariant;
  /** Rows of the table below the chart, in its order. Each mark in the chart links to a row. */
  readonly rows: readonly ForecastRow[];
  readonly profile: CloudProfileSpec | undefined;
  readonly only: string | undefined;
  readonly now: number;
  readonly horizonAt: number;
  readonly speech: TimeContext;
  /** Controls shown beside the chart's title. */
  readonly aside: ReactNode;
}

/** Chart with one bar for each component: its version, the version's classification, and the forecast changes. */
export function UpcomingVersionsChart(props: LadderFigureProps) {
  const { outlook, rows, profile, only, now, horizonAt, speech, aside } = props;
  const [width, measure] = useWidth();
  const { lanes } = outlook;
  const shown = lanes.filter((lane) =>
    only === undefined ? !lane.followsControlPlane : formatVersionedComponent(lane.id) === only,
  );
  const span = upcomingVersionsSpanOf(shown, now);
  const lives = createVersionLifeLookup(profile, now);
  const marks = rows.map((row, index): UpcomingVersionsMark => ({ row, id: `hop-${index + 1}` }));
  const refused = marks.filter(({ row }) => row.kind === "rejection");
  const drawn = shown.map((lane) => ({ lane, stretches: stretchesOfForecast(lane, span, lives) }));
  return (
    <figure aria-labelledby="ladder-title" className="rounded-card border border-hairline bg-canvas">
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-hairline px-4 py-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="ladder-title" className="text-base font-semibold">
            {text("Upcoming versions")}
          </h2>
          <p className="text-sm text-secondary">{forecastSummaryLabel(outlook, horizonAt, speech)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2" data-print="hidden">
          {aside}
        </div>
      </figcaption>
      <div className="px-4 pt-2 pb-3">
        <div className="relative sm:ml-52">
          <Axis span={span} speech={speech} width={width} />
        </div>
        <div className="relative">
          <div aria-hidden className="absolute inset-y-0 right-0 left-0 sm:left-52">
            <div ref={measure} className="relative h-full">
              <span className={todayLineClass} style={{ left: `${percentInSpan(span, now)}%` }} />
            </div>
          </div>
          <ul aria-label={text("Components")} className="relative flex flex-col gap-1">
            {drawn.map(({ lane, stretches }) => (
              <li
                key={formatVersionedComponent(lane.id)}
                className="grid items-start gap-x-3 sm:grid-cols-[12.25rem_minmax(0,1fr)]"
              >
                <ComponentName lane={lane} followers={only === undefined ? followersOf(lane, lanes) : []} />
                <div className="min-w-0">
                  <UpcomingVersionsBar lane={lane} stretches={stretches} span={span} width={width} />
                  <UpcomingVersionsMarks
                    of={versionedComponentLabel(lane.id)}
                    marks={marks.filter(
                      ({ row }) =>
                        row.kind !== "rejection" &&
                        formatVersionedComponent(row.lane) === formatVersionedComponent(lane.id),
                    )}
                    span={span}
                    width={width}
                    speech={speech}
                  />
                </div>
              </li>
            ))}
            {refused.length > 0 && (
              <li className="grid items-start gap-x-3 sm:grid-cols-[12.25rem_minmax(0,1fr)]">
                <span className="h-6 truncate text-sm leading-6 font-medium">{text("All components")}</span>
                <UpcomingVersionsMarks
                  of={text("All components")}
                  marks={refused}
                  span={span}
                  width={width}
                  speech={speech}
                />
              </li>
            )}
          </ul>
        </div>
      </div>
      <LadderKey stretches={drawn.flatMap(({ stretches }) => stretches)} />
    </figure>
  );
}

function followersOf(lane: ComponentForecast, lanes: readonly ComponentForecast[]): readonly string[] {
  if (lane.id.kind !== "control-plane") return [];
  return lanes.flatMap(({ id, followsControlPlane }) => (followsControlPlane && "pool" in id ? [id.pool] : []));
}

function ComponentName({
  lane,
  followers,
}: {
  readonly lane: ComponentForecast;
  readonly followers: readonly string[];
}) {
  const image = lane.image === undefined ? "" : ` · ${lane.image}`;
  const name = `${versionedComponentLabel(lane.id)}${image}${followers.length === 0 ? "" : ` + ${followers.join(", ")}`}`;
  return (
    // On a phone the line that marks today runs behind the name.
    <span className="truncate text-sm leading-6 max-sm:w-fit max-sm:max-w-full max-sm:bg-canvas" title={name}>
      <span className="font-medium">{versionedComponentLabel(lane.id)}</span>
      <span className="text-tertiary">
        {image}
        {followers.length > 0 && (
          <>
            <span className="sr-only"> {text("with pools")} </span>
            <span aria-hidden> + </span>
            {followers.join(", ")}
          </>
        )}
      </span>
    </span>
  );
}

const leastTickPx = 76;

interface AxisProps {
  readonly span: UpcomingVersionsSpan;
  readonly speech: TimeContext;
  readonly width: number | undefined;
}

/** Time axis with today and as many dates as there is room for. */
function Axis({ span, speech, width = 0 }: AxisProps) {
  const ticks = upcomingVersionsTicks(span);
  const every = Math.max(1, Math.ceil((ticks.length * leastTickPx) / Math.max(1, width)));
  return (
    <div aria-hidden className="relative h-5 text-xs text-tertiary tabular-nums">
      {ticks.map(
        (at, index) =>
          index % every === 0 && (
            <span
              key={at}
              className={`absolute top-0 whitespace-nowrap ${index === 0 ? "font-medium text-ink" : "-translate-x-1/2"}`}
              style={{ left: `${percentInSpan(span, at)}%` }}
            >
              {upcomingVersionsTickLabel(at, span, speech.clock)}
            </span>
          ),
      )}
    </div>
  );
}

/** Legend of the colours that occur in the chart. */
function LadderKey({ stretches }: { readonly stretches: readonly VersionStretch[] }) {
  const lasting = stretches.filter(({ fromAt, untilAt, stuck }) => stuck === undefined && untilAt - fromAt > dayMs);
  const stages = [...new Set(lasting.map(({ stage }) => stage))];
  stages.sort((a, b) => stageSeverity(a) - stageSeverity(b));
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hairline px-4 py-1.5 text-xs text-secondary">
      {stages.map((stage) => (
        <li key={stage} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={clsx("h-0.5 w-4 forced-colors:bg-[CanvasText]", hueFillClasses[stageAppearanceOf(stage).role])}
          />
          {stageAppearanceOf(stage).word}
        </li>
      ))}
      {stretches.some(({ conditional }) => conditional) && <li>{text("Dotted: conditional")}</li>}
    </ul>
  );
}
