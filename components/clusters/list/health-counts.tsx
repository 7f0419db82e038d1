"use client";

import { clsx } from "clsx";
import { healthLook } from "#components/data/fleet-parts/health-mark.tsx";
import { roleText, solidText } from "#components/ui/role-classes.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { type Health, healthWordsWithin } from "#lib/fleet/fields/health.ts";
import type { FacetValue } from "#lib/fleet/fleet-facets.ts";
import { type FleetQuery, toggleFilter } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { formatNumber } from "#lib/words/count.ts";

const order: readonly Health[] = ["unhealthy", "unknown", "progressing", "healthy"];

interface HealthCountsProps {
  readonly query: FleetQuery;
  /** Undefined while the clusters are being read. */
  readonly counts: readonly FacetValue[] | undefined;
  readonly onChange: (query: FleetQuery) => void;
}

/** The fleet's health in four numbers; each is the filter it counts. */
export function HealthCounts({ query, counts, onChange }: HealthCountsProps) {
  const asked = query.filters.get("status") ?? [];
  return (
    <ul
      aria-label={text("Clusters by health")}
      className="flex flex-wrap gap-1 max-sm:-mx-1 max-sm:justify-between max-sm:gap-x-0"
    >
      {order.map((health) => {
        const { hue, icon } = healthLook(health);
        const count = counts && (counts.find(({ value }) => value === health)?.count ?? 0);
        const quiet = !count && !asked.includes(health);
        return (
          <li key={health}>
            <button
              type="button"
              aria-pressed={asked.includes(health)}
              onClick={() => onChange(toggleFilter(query, "status", health))}
              className="flex h-7 items-center gap-1.5 rounded-control px-2 text-sm transition-colors max-sm:gap-1 max-sm:px-1 hover:bg-hover aria-pressed:bg-selected"
            >
              <span
                aria-hidden
                className={clsx("max-sm:hidden [&_svg]:size-3.5", quiet ? "text-tertiary" : solidText[hue])}
              >
                {icon}
              </span>
              <span className={clsx("font-semibold tabular-nums", quiet ? "text-tertiary" : roleText[hue])}>
                {count === undefined ? <Skeleton className="h-4 w-5" /> : formatNumber(count)}
              </span>
              <span className="text-secondary">{text(healthWordsWithin[health])}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
