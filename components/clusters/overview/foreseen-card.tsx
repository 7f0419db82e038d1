"use client";

import Link from "next/link";
import { useClock } from "#components/data/address/use-clock.ts";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import { laneKey } from "#lib/forecast/lane-key.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type ForecastRow, forecastRows } from "#lib/view/ladder/forecast-rows.ts";
import { hopWhen, periodWhen } from "#lib/view/ladder/interval-words.ts";
import { deadEndLabels } from "#lib/words/dead-end-labels.ts";
import { sentenceOfRejection } from "#lib/words/dead-end-sentences.ts";
import { notMaintainedSentence, unknownForecastSentences } from "#lib/words/forecast-sentences.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { hopKindLabel, laneLabel } from "#lib/words/hop-sentences.ts";

interface ForeseenCardProps {
  /** The address of the page that tells all of it. */
  readonly href: string;
  readonly data: ClusterForecast | undefined;
  readonly failed: boolean;
  readonly clusterOffsetMinutes: number | undefined;
}

/** The ladder in short: for each lane its next step or dead end, with the way to all of them. */
export function ForeseenCard({ href, data, failed, clusterOffsetMinutes }: ForeseenCardProps) {
  return (
    <Card
      id="foreseen"
      title="Upcoming updates"
      aside={
        <Link href={href} className="rounded-tag text-sm font-medium text-link hover:underline">
          View all{" "}
        </Link>
      }
    >
      {data ? (
        <Lanes data={data} href={href} clusterOffsetMinutes={clusterOffsetMinutes} />
      ) : failed ? (
        <p className="text-sm text-secondary">The forecast could not be read.</p>
      ) : (
        <Skeleton className="h-24" />
      )}
    </Card>
  );
}

const mostLanes = 6;

function rowId(row: ForecastRow): string {
  return row.kind === "rejection" ? "all" : laneKey(row.lane);
}

function Lanes({
  data,
  href,
  clusterOffsetMinutes,
}: Omit<ForeseenCardProps, "data" | "failed"> & { data: ClusterForecast }) {
  const clock = useClock(clusterOffsetMinutes);
  const { forecast, snapshot } = data;
  if (forecast.outcome === "not-maintained") return <p className="text-sm text-secondary">{notMaintainedSentence}</p>;
  if (forecast.outcome === "unknown") {
    return <p className="text-sm text-secondary">{unknownForecastSentences[forecast.reason]}</p>;
  }
  const rows = forecastRows(forecast);
  const until = formatDate(parseInstant(snapshot.horizon) ?? 0, clock);
  if (rows.length === 0) return <p className="text-sm text-secondary">No change expected until {until}.</p>;
  const byLane = Map.groupBy(rows, rowId);
  const now = parseInstant(snapshot.at) ?? 0;
  return (
    <ul className="-my-1 divide-y divide-hairline text-sm">
      {[...byLane].slice(0, mostLanes).map(([lane, [first, ...later]]) => {
        if (first === undefined) return null;
        const query = lane === "all" ? "" : `?lane=${encodeURIComponent(lane).replaceAll("%2F", "/")}`;
        return (
          <li key={lane} className="py-2.5">
            <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <Link href={`${href}${query}`} className="rounded-tag font-medium hover:text-link hover:underline">
                {first.kind === "rejection" ? "All components" : laneLabel(first.lane)}
              </Link>
              <RowTag row={first} />
            </p>
            <MiniLadder rows={[first, ...later]} now={now} />
            <p className="mt-1 text-secondary">
              <RowWords row={first} />
              <span className="block">
                {first.kind === "hop"
                  ? hopWhen(first.hop, clock)
                  : periodWhen(first.kind === "dead-end" ? first.deadEnd : first.rejection, clock, now)}
              </span>
              {later.length > 0 && <span className="text-tertiary">then {later.length} more</span>}
            </p>
          </li>
        );
      })}
      {byLane.size > mostLanes && (
        <li className="py-2.5 text-tertiary">and {byLane.size - mostLanes} more components</li>
      )}
    </ul>
  );
}

function RowTag({ row }: { readonly row: ForecastRow }) {
  if (row.kind !== "hop") return <Tag hue="negative">dead end</Tag>;
  return <Tag hue={row.hop.kind === "forced" ? "caution" : "info"}>{hopKindLabel(row.hop, row.lane)}</Tag>;
}

function RowWords({ row }: { readonly row: ForecastRow }) {
  switch (row.kind) {
    case "hop":
      return (
        <span className="font-mono text-ink" translate="no">
          {row.hop.from} → {row.hop.to}
        </span>
      );
    case "dead-end":
      return (
        <>
          <span className="font-mono text-ink" translate="no">
            {row.deadEnd.version || "?"}
          </span>{" "}
          {deadEndLabels[row.deadEnd.code]}
        </>
      );
    case "rejection":
      return <span className="block">{sentenceOfRejection(row.rejection)}</span>;
  }
}

const yearMs = 365 * dayMs;

/** One year of a lane as a rule with its steps: only a hint of how they lie, because the words stand beside it. */
function MiniLadder({ rows, now }: { readonly rows: readonly ForecastRow[]; readonly now: number }) {
  const marks = rows.filter(({ at }) => at - now <= yearMs);
  return (
    <svg aria-hidden="true" viewBox="0 0 100 12" preserveAspectRatio="none" className="mt-1.5 h-3 w-full">
      <line
        x1="0"
        x2="100"
        y1="10"
        y2="10"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        className="stroke-control forced-colors:stroke-[CanvasText]"
      />
      {marks.map((row) => {
        const x = 0.5 + (99 * Math.max(0, row.at - now)) / yearMs;
        const isForced = row.kind === "hop" && row.hop.kind === "forced";
        const hue =
          row.kind !== "hop" ? "stroke-negative-solid" : isForced ? "stroke-caution-solid" : "stroke-info-solid";
        return (
          <line
            key={row.key}
            x1={x}
            x2={x}
            y1={row.kind === "hop" ? 3 : 0}
            y2="10"
            strokeWidth={row.kind === "hop" ? 2.5 : 5}
            vectorEffect="non-scaling-stroke"
            className={`${hue} forced-colors:stroke-[CanvasText]`}
            {...(isForced && { strokeDasharray: "3 2" })}
          />
        );
      })}
    </svg>
  );
}
