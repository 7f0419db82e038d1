"use client";

import { CalendarX2, OctagonX, ShieldCheck, Trash2, TrendingUp, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { useClock, useTimeZone } from "#components/data/address/use-clock.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { hueSolidText, hueText } from "#components/ui/hue-classes.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { text } from "#lib/language/text.ts";
import { type NextEvent, nextClusterEvents } from "#lib/view/cluster/next-events.ts";
import { formatInterval } from "#lib/view/upcoming-versions/format-interval.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatRelative } from "#lib/words/format-time.ts";

const looks: Readonly<Record<NextEvent["kind"], ReactNode>> = {
  window: <Wrench aria-hidden />,
  forced: <TrendingUp aria-hidden />,
  stuck: <OctagonX aria-hidden />,
  end: <CalendarX2 aria-hidden />,
  lifetime: <Trash2 aria-hidden />,
  deleting: <Trash2 aria-hidden />,
  nothing: <ShieldCheck aria-hidden />,
};

/** The next dates of a cluster in time order: its window, forced changes, the end of its version. */
export function NextCard({ row, updates }: { readonly row: FleetRow; readonly updates: string }) {
  const now = useNow(60_000);
  const timeZone = useTimeZone();
  const window = rowWindow(row.window, now);
  const clock = useClock(window?.offsetMinutes);
  return (
    <Card
      id="next"
      title={text("What happens next")}
      aside={
        <Link href={updates} className="rounded-tag text-sm font-medium text-link hover:underline">
          {text("View all")}
        </Link>
      }
    >
      {now === 0 ? (
        <Skeleton className="h-24" />
      ) : (
        <ol className="-my-3.5 divide-y divide-hairline">
          {nextClusterEvents(row, { clock, now }).map((event) => (
            <li key={event.kind} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2.5 text-base">
              <span className={`flex w-44 items-baseline gap-2 font-medium ${hueText[event.hue]} [&_svg]:size-4`}>
                <span className={`self-center ${hueSolidText[event.hue]}`}>{looks[event.kind]}</span>
                {event.kind === "window" && window ? (
                  <span
                    title={[
                      { kind: "offset", offsetMinutes: window.offsetMinutes } as const,
                      utcClock,
                      { kind: "zone", timeZone } as const,
                    ]
                      .map((each) => formatInterval(window.beginMs, window.endMs, each))
                      .join("; ")}
                  >
                    {event.when}
                  </span>
                ) : (
                  event.when
                )}
              </span>
              <span className="min-w-0 flex-1 basis-64 text-ink">
                {event.what}
                {event.at !== undefined && (
                  <span className="text-sm text-tertiary"> {formatRelative(event.at, now)}</span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
