import { memo } from "react";
import { hueAndIconOfHealth } from "#components/data/fleet-parts/health-mark.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { hueFillClasses } from "#components/ui/hue-classes.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type ClusterHealth, inlineHealthLabels } from "#lib/fleet/fields/health.ts";
import { type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { formatNumber } from "#lib/words/count.ts";

const order: readonly ClusterHealth[] = ["healthy", "progressing", "unhealthy", "unknown"];

interface HealthCardProps {
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
}

/** Card of the fleet's health: a bar and four numbers, each linked to its clusters. */
export const HealthCard = memo(function HealthCard({ rows, query }: HealthCardProps) {
  const listOf = (health: ClusterHealth) => `/clusters${formatFleetQuery(withFilter(query, "status", [health]))}`;
  const counts = order.map((health) => ({ health, count: rows.filter((row) => row.health === health).length }));
  const total = rows.length;
  return (
    <Card
      id="fleet-health"
      title={text("Fleet health")}
      aside={<span className="text-sm text-secondary">{text("{total, number} clusters", { total })}</span>}
    >
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-tag">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ health, count }) => (
            <Link
              key={health}
              href={listOf(health)}
              prefetch={false}
              tabIndex={-1}
              className={`min-w-1.5 forced-color-adjust-none ${hueFillClasses[hueAndIconOfHealth(health).hue]}`}
              style={{ flexGrow: count, flexBasis: 0 }}
            />
          ))}
      </div>
      <ul className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {counts.map(({ health, count }) => (
          <li key={health}>
            <Link
              href={listOf(health)}
              prefetch={false}
              className="flex items-center gap-2 rounded-control px-1.5 py-1 text-base hover:bg-hover"
            >
              <span
                aria-hidden
                className={`size-2.5 rounded-tag forced-color-adjust-none ${hueFillClasses[hueAndIconOfHealth(health).hue]}`}
              />
              <span className="font-semibold tabular-nums">{formatNumber(count)}</span>
              <span className="text-secondary">{text(inlineHealthLabels[health])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
});
