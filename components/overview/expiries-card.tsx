"use client";

import Link from "next/link";
import { useClock } from "#components/data/address/use-clock.ts";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { CalendarEvent } from "#lib/view/calendar/calendar-event.ts";
import { countOf } from "#lib/words/count.ts";
import { formatDate, formatRelative } from "#lib/words/format-time.ts";

const most = 6;

interface ExpiriesCardProps {
  /** Undefined while the profiles, which have the dates, are being read. */
  readonly expiries: readonly CalendarEvent[] | undefined;
  readonly now: number;
}

/** The next versions to end that some cluster still runs. */
export function ExpiriesCard({ expiries, now }: ExpiriesCardProps) {
  const clock = useClock();
  return (
    <Card
      id="next-expiries"
      title="Next expiries"
      aside={
        <Link href="/calendar?layer=k8s,image" className="text-sm text-link hover:underline">
          Calendar
        </Link>
      }
      flush
    >
      {expiries === undefined ? (
        <div className="p-4">
          <Skeleton className="h-20 w-full" />
        </div>
      ) : expiries.length === 0 ? (
        <p className="px-4 py-3.5 text-base text-secondary">No version that a cluster runs has an end date ahead.</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {expiries.slice(0, most).map(({ id, title, at, clusters, filter }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-2 text-base">
              <span className="min-w-0 break-words">{title}</span>
              <span className="text-sm text-secondary tabular-nums">
                {formatDate(at, clock)}, {formatRelative(at, now)},{" "}
                <Link href={`/clusters${filter}`} prefetch={false} className="text-link underline">
                  {countOf(clusters.length, "cluster")}
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
