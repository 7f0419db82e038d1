import Link from "next/link";
import { memo, useMemo } from "react";
import { Card } from "#components/ui/card.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { rotationCounts, unorderedLines } from "#lib/view/rotations/rotation-board.ts";
import { formatNumber, nounFor } from "#lib/words/count.ts";

interface RotationsCardProps {
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
}

/** How many rotations are half done or due: each number is the list behind it. */
export const RotationsCard = memo(function RotationsCard({ rows, query, now }: RotationsCardProps) {
  const { waiting, waitingLong, due } = useMemo(() => rotationCounts(unorderedLines(rows, now)), [rows, now]);
  const numbers: readonly (readonly [words: string, count: number, key: string, value: string])[] = [
    ["half finished for over 14 days", waitingLong, "rotAge", "waiting:>14d"],
    ["waiting for their owner", waiting, "rotAge", "waiting:>0d"],
    ["with credentials over 90 days old", due, "due", "1"],
  ];
  return (
    <Card
      id="rotations"
      title="Rotations"
      aside={
        <Link
          href={`/rotations${formatFleetQuery(query)}`}
          prefetch={false}
          className="text-sm text-link hover:underline"
        >
          All<span className="sr-only"> rotations</span>
        </Link>
      }
    >
      <ul className="flex flex-col gap-1 text-base">
        {numbers.map(([words, count, key, value]) => (
          <li key={words}>
            <Link
              href={`/rotations${formatFleetQuery(withFilter(query, key, [value]))}`}
              prefetch={false}
              className="flex items-baseline gap-2 rounded-control px-1.5 py-0.5 hover:bg-hover"
            >
              <span className="w-10 shrink-0 text-right font-medium tabular-nums">{formatNumber(count)}</span>{" "}
              <span className="text-sm text-secondary">
                {nounFor(count, "cluster")} {words}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
});
