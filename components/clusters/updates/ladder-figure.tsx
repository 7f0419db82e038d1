"use client";

import { lazy, Suspense } from "react";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { laneKey } from "#lib/forecast/lane-key.ts";
import type { Outlook } from "#lib/policy/forecast/forecast-result.ts";
import type { Lane } from "#lib/policy/forecast/lane.ts";
import { forecastFinding } from "#lib/view/ladder/forecast-finding.ts";
import { ladderLane, ladderSpan } from "#lib/view/ladder/ladder-lane.ts";
import { ladderTicks } from "#lib/view/ladder/ladder-ticks.ts";
import { laneLabel, type Speech } from "#lib/words/hop-sentences.ts";
import { listed } from "#lib/words/words.ts";

const LadderChart = lazy(async () => ({ default: (await import("./ladder-chart.tsx")).LadderChart }));

interface LadderFigureProps {
  readonly outlook: Outlook;
  /** The forecast as things stand, while something else is tried out. */
  readonly before: Outlook | undefined;
  readonly only: string | undefined;
  readonly now: number;
  readonly horizonAt: number;
  readonly speech: Speech;
}

function titleOf(lane: Lane, followers: readonly string[]): string {
  const name = lane.image === undefined ? laneLabel(lane.id) : `${laneLabel(lane.id)}: ${lane.image}`;
  return followers.length === 0 ? name : `${name}, and the kubelets of ${listed(followers)}, which follow it`;
}

/** The ladder: one chart for each lane over the same time, with one sentence of finding. The table tells all of it. */
export function LadderFigure({ outlook, before, only, now, horizonAt, speech }: LadderFigureProps) {
  const idle = useIdle();
  const { lanes } = outlook;
  const followers = lanes.filter(({ followsControlPlane }) => followsControlPlane);
  const shown = lanes.filter((lane) => (only === undefined ? !lane.followsControlPlane : laneKey(lane.id) === only));
  const span = ladderSpan([...shown, ...(before?.lanes ?? [])], now);
  const ticks = ladderTicks(span);
  const oldLanes = new Map((before?.lanes ?? []).map((lane) => [laneKey(lane.id), lane]));
  const names = only === undefined ? followers.flatMap(({ id }) => ("pool" in id ? [id.pool] : [])) : [];
  return (
    <figure aria-labelledby="ladder-title" className="rounded-card border border-hairline bg-canvas">
      <figcaption className="border-b border-hairline px-4 py-3">
        <h2 id="ladder-title" className="text-base font-semibold">
          Upcoming versions
        </h2>
        <p className="mt-0.5 text-sm text-pretty text-secondary">
          {forecastFinding(outlook, horizonAt, speech)}{" "}
          <a href="#hops" className="whitespace-nowrap text-link underline">
            Read it as a table
          </a>
        </p>
      </figcaption>
      <div className="flex flex-col gap-3 px-3 py-3">
        {shown.map((lane) => {
          const old = oldLanes.get(laneKey(lane.id));
          const drawn = ladderLane(lane, span, old);
          const heightPx = 38 + 26 * Math.max(2, drawn.versions.length);
          const isControlPlane = lane.id.kind === "control-plane";
          return (
            <div key={laneKey(lane.id)}>
              <p className="px-1 text-sm font-medium">{titleOf(lane, isControlPlane ? names : [])}</p>
              {/* What it shows stands in the table; a screen reader would only hear loose versions and dates. */}
              <div aria-hidden style={{ height: heightPx }} className="w-full">
                <Suspense fallback={<Skeleton className="size-full" />}>
                  {idle ? (
                    <LadderChart
                      lane={drawn}
                      before={old && ladderLane(old, span, lane)}
                      span={span}
                      ticks={ticks}
                      clock={speech.clock}
                      heightPx={heightPx}
                    />
                  ) : (
                    <Skeleton className="size-full" />
                  )}
                </Suspense>
              </div>
            </div>
          );
        })}
      </div>
      <LadderKey hasBefore={before !== undefined} />
    </figure>
  );
}

const samples: readonly (readonly [string, string, string | undefined, boolean])[] = [
  ["automatic patch", "stroke-info-solid", undefined, false],
  ["automatic image", "stroke-info-solid", undefined, true],
  ["forced", "stroke-caution-solid", "6 4", false],
  ["conditional", "stroke-ink", "1 4", false],
];

/** What the lines mean. The width of a band is the time in which the step comes. */
function LadderKey({ hasBefore }: { readonly hasBefore: boolean }) {
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hairline px-4 py-2 text-xs text-secondary">
      {samples.map(([word, colour, dash, isDouble]) => (
        <li key={word} className="flex items-center gap-1.5">
          <svg aria-hidden="true" width="10" height="18" className={colour}>
            {(isDouble ? [3, 7] : [5]).map((x) => (
              <line
                key={x}
                x1={x}
                x2={x}
                y1={1}
                y2={17}
                strokeWidth={2}
                {...(dash && { strokeDasharray: dash, strokeLinecap: dash === "1 4" ? "round" : "butt" })}
                className="forced-colors:stroke-[CanvasText]"
              />
            ))}
          </svg>
          {word}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <svg aria-hidden="true" width="16" height="18">
          <line
            x1="8"
            x2="8"
            y1="3"
            y2="12"
            strokeWidth="2"
            className="stroke-negative-solid forced-colors:stroke-[CanvasText]"
          />
          <line
            x1="2"
            x2="14"
            y1="3"
            y2="3"
            strokeWidth="2"
            className="stroke-negative-solid forced-colors:stroke-[CanvasText]"
          />
          <polygon
            points="10,9 13,12 13,14 10,17 6,17 3,14 3,12 6,9"
            className="fill-negative-solid forced-colors:fill-[CanvasText]"
          />
        </svg>
        dead end
      </li>
      <li>Band width shows the earliest and latest time.</li>
      {hasBefore && <li>Grey: as things stand.</li>}
    </ul>
  );
}
