import { memo, type ReactNode, useMemo } from "react";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { richText } from "#components/ui/rich-text.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type FleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import {
  countRotations,
  queryOfRotations,
  type RotationState,
  unorderedClusterRotationsOf,
} from "#lib/view/rotations/rotation-board.ts";
import { formatNumber } from "#lib/words/count.ts";

interface RotationsCardProps {
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
}

const numbers: readonly (readonly [state: RotationState, words: Message])[] = [
  [
    "waitingLong",
    message("<unseen>{count, plural, one {rotation} other {rotations}} </unseen>half finished for over 14 days"),
  ],
  ["waiting", message("<unseen>{count, plural, one {rotation} other {rotations}} </unseen>waiting for their owner")],
  ["due", message("{count, plural, one {cluster} other {clusters}} with credentials due")],
];
const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;

/** Card of credential rotations that are due or unfinished; each number links to its list. */
export const RotationsCard = memo(function RotationsCard({ rows, query, now }: RotationsCardProps) {
  const counts = useMemo(() => {
    const lines = unorderedClusterRotationsOf(rows, now);
    return new Map(numbers.map(([state]) => [state, countRotations(lines, state, now)]));
  }, [rows, now]);
  return (
    <Card
      id="rotations"
      title={text("Rotations")}
      aside={
        <Link
          href={`/rotations${formatFleetQuery(query)}`}
          prefetch={false}
          className="text-sm text-link hover:underline"
        >
          {richText("All<unseen> rotations</unseen>", { unseen })}
        </Link>
      }
    >
      <ul className="flex flex-col gap-1 text-base">
        {numbers.map(([state, words]) => {
          const count = counts.get(state) ?? 0;
          return (
            <li key={state}>
              <Link
                href={`/rotations${formatFleetQuery(queryOfRotations(query, state))}`}
                prefetch={false}
                className="flex items-baseline gap-2 rounded-control px-1.5 py-0.5 hover:bg-hover"
              >
                <span className="w-10 shrink-0 text-right font-medium tabular-nums">{formatNumber(count)}</span>{" "}
                <span className="text-sm text-secondary">{richText(words, { count, unseen })}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
});
