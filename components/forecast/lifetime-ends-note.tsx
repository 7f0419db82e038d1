import { Link } from "#components/ui/address/link.tsx";
import { richText } from "#components/ui/rich-text.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type FleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { lifetimeEndsOf, queryOfLifetimeEnds } from "#lib/view/forecast/lifetime-ends.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";

interface LifetimeEndsNoteProps {
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly clock: DisplayClock;
}

/** Number of clusters that Gardener deletes at the end of their lifetime, because no forced change follows that. */
export function LifetimeEndsNote({ rows, query, clock }: LifetimeEndsNoteProps) {
  const ends = lifetimeEndsOf(rows);
  if (ends === undefined) return null;
  return (
    <p className="text-sm text-secondary">
      {richText(
        "Gardener deletes <list>{count, plural, one {# cluster} other {# clusters}}</list> when the lifetime ends, from {first} on.",
        {
          count: ends.count,
          first: formatDateTime(ends.firstAt, clock),
          list: (words) => (
            <Link
              href={`/clusters${formatFleetQuery(queryOfLifetimeEnds(query))}`}
              prefetch={false}
              className="text-link underline underline-offset-2"
            >
              {words}
            </Link>
          ),
        },
      )}
    </p>
  );
}
