"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { useErrorToast } from "#components/data/calls/use-error-toast.ts";
import { ExportList } from "#components/data/export/export-list.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { feedsQuery, revokeFeed } from "#components/data/queries/feed-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import type { CalendarFeed } from "#lib/contract/feeds.ts";
import { text } from "#lib/language/text.ts";
import { formatCalendarQuery, parseCalendarQuery } from "#lib/view/calendar/calendar-query.ts";
import { NewFeedForm } from "./new-feed-form.tsx";

/** Page of the user's calendar feeds, to which calendar programs can subscribe. */
export function FeedsPageContent() {
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
      <NewFeedForm
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
                make: async () => (await import("#lib/view/export/stored-files.ts")).exportFeeds(held, Date.now()),
              }}
            />
          )
        }
      >
        {feeds.isError && feeds.data === undefined ? (
          <div className="p-4">
            <ReadFailureNotice title={text("Your feeds could not be read")} of={feeds} />
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

const columns = () => [
  { title: text("Name") },
  { title: text("View") },
  { title: text("Made") },
  { title: text("Last fetched") },
  { title: text("Action"), hidden: true },
];

/** List of the user's calendar feeds, with the time of the last fetch and a button to revoke each. */
function FeedList({ feeds }: { readonly feeds: readonly CalendarFeed[] }) {
  if (feeds.length === 0) {
    return <p className="px-4 py-3.5 text-base text-secondary">{text("No feeds yet.")}</p>;
  }
  return (
    <div className="overflow-x-auto">
      <Table
        aria-label={text("Your feeds")}
        columns={columns()}
        className="w-full text-left text-base"
        headClass="text-sm text-secondary"
        cellClass="px-4 py-2"
      >
        {feeds.map((feed) => (
          <FeedRow key={feed.id} feed={feed} />
        ))}
      </Table>
      <p className="border-t border-hairline px-4 py-3 text-sm text-pretty text-secondary">
        {text("Feeds show the clusters that you see. Your groups count as they were when you made the feed.")}
      </p>
    </div>
  );
}

function FeedRow({ feed }: { readonly feed: CalendarFeed }) {
  const client = useQueryClient();
  const toast = useToast();
  const showFault = useErrorToast();
  const readOnly = useReadOnlyReason();
  const revoking = useMutation({
    mutationFn: () => revokeFeed(feed.id),
    onSuccess: async () => {
      await refetchActiveQueries(client, feedsQuery.queryKey);
      const title = text("The feed {name} was revoked", { name: feed.name });
      toast({ kind: "success", id: `feed-${feed.id}`, title });
    },
    onError: showFault(`feed-${feed.id}`, text("The feed was not revoked")),
  });
  return (
    <tr className="align-baseline">
      <th scope="row" className="min-w-32 px-4 py-2 text-left font-medium wrap-anywhere">
        {feed.name}
        {feed.alarms && <span className="ml-2 font-normal text-tertiary">{text("with reminders")}</span>}
      </th>
      <td className="max-w-72 truncate px-4 py-2">
        <Link href={`/calendar${feed.query}`} className="text-link hover:underline">
          {feed.query === "" ? text("Everything") : decodeURIComponent(feed.query.slice(1))}
        </Link>
      </td>
      <td className="px-4 py-2 whitespace-nowrap text-secondary">
        <TimestampText at={feed.createdAt} />
      </td>
      <td className="px-4 py-2 whitespace-nowrap text-secondary">
        {feed.lastFetchedAt === undefined ? text("never") : <TimestampText at={feed.lastFetchedAt} />}
      </td>
      <td className="px-4 py-2 text-right">
        <Button
          size="sm"
          disabledReason={readOnly ?? (revoking.isPending ? text("The feed is being revoked.") : undefined)}
          onClick={() => revoking.mutate()}
        >
          {text("Revoke")}
          <span className="sr-only"> {feed.name}</span>
        </Button>
      </td>
    </tr>
  );
}
