"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { ExportList } from "#components/data/export/export-list.tsx";
import { ReadFailure } from "#components/data/fleet-parts/read-failure.tsx";
import { feedsQuery } from "#components/data/queries/feed-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";
import { formatCalendarQuery, parseCalendarQuery } from "#lib/view/calendar/calendar-query.ts";
import { FeedList } from "./feed-list.tsx";
import { NewFeed } from "./new-feed.tsx";

/** Views as calendars that other programs read. */
export function FeedsScreen() {
  const query = parseCalendarQuery(new URLSearchParams(useSearchParams().toString()));
  const feeds = useQuery(feedsQuery);
  const held = feeds.data?.feeds ?? [];
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Feeds")}</h1>
      <p className="text-base text-pretty text-secondary">
        {text(
          "A feed keeps a view of this calendar up to date in your calendar program. Permissions are checked on every fetch.",
        )}
      </p>
      <NewFeed
        query={query}
        onQuery={(next) =>
          window.history.pushState(null, "", `${window.location.pathname}${formatCalendarQuery(next)}`)
        }
        unavailable={feeds.data?.unavailable}
      />
      <Card
        id="your-feeds"
        title={text("Your feeds")}
        flush
        aside={
          held.length > 0 && (
            <ExportList
              size="sm"
              list={{
                count: held.length,
                counted: (count) => text("{count, plural, one {# feed} other {# feeds}}", { count }),
                make: async () => (await import("#lib/view/export/stored-files.ts")).feedsFiles(held, Date.now()),
              }}
            />
          )
        }
      >
        {feeds.isError && feeds.data === undefined ? (
          <div className="p-4">
            <ReadFailure title={text("Your feeds could not be read")} of={feeds} />
          </div>
        ) : feeds.data === undefined ? (
          <div className="p-4">
            <Skeleton className="h-16 w-full" />
          </div>
        ) : (
          <FeedList feeds={feeds.data.feeds} />
        )}
      </Card>
    </div>
  );
}
