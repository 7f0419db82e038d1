"use client";

import Link from "next/link";
import { memo } from "react";
import { Card } from "#components/ui/card.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { barWords, listBehind, minorWithin30, riskHistogram } from "#lib/view/forecast/risk-histogram.ts";
import { countOf, formatNumber, nounFor } from "#lib/words/count.ts";

function soonFilter(query: FleetQuery, production: boolean): string {
  const soon = withFilter(withFilter(query, "forceIn", ["..30d"]), "hop", ["minor"]);
  return formatFleetQuery(production ? withFilter(soon, "purpose", ["production"]) : soon);
}

interface ForcedCardProps {
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
}

/** Forced updates by when they come: bars in words and lengths, each the list behind it. */
export const ForcedCard = memo(function ForcedCard({ rows, query, now }: ForcedCardProps) {
  const { bars, calm } = riskHistogram(rows, now);
  const most = Math.max(1, ...bars.map(({ total }) => total));
  const soon = minorWithin30(rows, now);
  return (
    <Card
      id="forced-updates"
      title="Forced updates by due date"
      aside={
        <Link href={`/forecast${formatFleetQuery(query)}`} className="text-sm text-link hover:underline">
          Forecast
        </Link>
      }
    >
      <p className="mb-3 text-base text-secondary">
        <Link href={`/clusters${soonFilter(query, false)}`} prefetch={false} className="text-link underline">
          {countOf(soon.all, "cluster")}
        </Link>{" "}
        forced to a new minor within 30 days,{" "}
        <Link href={`/clusters${soonFilter(query, true)}`} prefetch={false} className="text-link underline">
          {formatNumber(soon.production)} production
        </Link>
        .
      </p>
      <ul className="flex flex-col gap-1">
        {bars.map(({ bucket, label, time, total }) => (
          <li key={bucket}>
            <Link
              href={listBehind(query, { time })}
              prefetch={false}
              title={barWords({ time }, total)}
              className="grid grid-cols-[6.5rem_minmax(0,1fr)_3.5rem] items-center gap-2 rounded-control px-1.5 py-0.5 text-sm hover:bg-hover"
            >
              <span className="text-secondary">{label}</span>
              <span aria-hidden className="h-3 rounded-tag bg-surface">
                <span
                  className="block h-full rounded-tag bg-caution-solid"
                  style={{ width: `${(total / most) * 100}%`, minWidth: total === 0 ? 0 : 6 }}
                />
              </span>
              <span className="text-right font-medium tabular-nums">
                {formatNumber(total)}
                <span className="sr-only"> {nounFor(total, "cluster")}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2 px-1.5 text-sm text-secondary">
        <Link
          href={`/clusters${formatFleetQuery(withFilter(query, "forceIn", ["none"]))}`}
          prefetch={false}
          className="text-link underline"
        >
          {countOf(calm, "cluster")}
        </Link>{" "}
        {calm === 1 ? "has" : "have"} no forced change in sight.
      </p>
    </Card>
  );
});
