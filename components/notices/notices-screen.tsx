"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Bell, BellPlus } from "lucide-react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { RuleNoticeLine } from "#components/data/notices/rule-notice-line.tsx";
import { useToldNoticeChange } from "#components/data/notices/use-notice-change.ts";
import { noticesQuery } from "#components/data/queries/notice-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { ReadFailure } from "#components/data/shown/read-failure.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Notices, ShownNotice } from "#lib/contract/notices.ts";
import { countOf } from "#lib/words/count.ts";
import { DeliveryLines } from "./delivery-lines.tsx";
import { DestinationsCard } from "./destinations-card.tsx";
import { RuleList } from "./rule-list.tsx";

/** What one's rules have told, and the rules. */
export function NoticesScreen() {
  const notices = useQuery(noticesQuery);
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">Notices</h1>
      <p className="max-w-3xl text-base text-pretty text-secondary">
        A rule watches a cluster or a view. Make one with <span className="font-medium">Tell me when…</span> under More
        actions of a cluster or under Saved views.
      </p>
      {notices.isError && notices.data === undefined ? (
        <ReadFailure
          title="The notices could not be read"
          error={notices.error}
          onRetry={() => void notices.refetch()}
        />
      ) : notices.data === undefined ? (
        <Skeleton className="h-32 w-full" />
      ) : (
        <Parts notices={notices.data} />
      )}
    </div>
  );
}

function Parts({ notices: all }: { readonly notices: Notices }) {
  const { rules, notices, destinations, hidden, unshown, unavailable } = all;
  return (
    <>
      {unavailable !== undefined && (
        <Notice hue="caution" title="Rules are not available">
          {unavailable}
        </Notice>
      )}
      {unshown > 0 && (
        <Notice hue="caution" title={`${countOf(unshown, "entry", "entries")} cannot be shown`}>
          A newer Almanac or another program has written them. They stay as they are.
        </Notice>
      )}
      {hidden > 0 && (
        <Notice hue="info" title={`${countOf(hidden, "notice")} of clusters that you do not see any more`} />
      )}
      <Card
        id="told"
        title="What your rules reported"
        flush
        aside={
          notices.length > 0 && (
            <ExportList
              size="sm"
              label="Export notices"
              list={{
                count: notices.reduce((sum, { lines }) => sum + lines.length, 0),
                noun: ["line", "lines"],
                make: async () => (await import("#lib/view/export/kept-files.ts")).noticesFiles(notices, Date.now()),
              }}
            />
          )
        }
      >
        <Told notices={notices} />
      </Card>
      <Card
        id="rules"
        title="Your rules"
        flush
        aside={
          rules.length > 0 && (
            <ExportList
              size="sm"
              label="Export rules"
              list={{
                count: rules.length,
                noun: ["rule", "rules"],
                make: async () => (await import("#lib/view/export/kept-files.ts")).rulesFiles(rules, Date.now()),
              }}
            />
          )
        }
      >
        {rules.length === 0 ? (
          <EmptyState icon={<BellPlus />} title="No rules yet">
            Choose Tell me when… in the menu of a cluster.
          </EmptyState>
        ) : (
          <RuleList rules={rules} destinations={destinations} />
        )}
      </Card>
      <DestinationsCard notices={all} />
    </>
  );
}

function Told({ notices }: { readonly notices: readonly ShownNotice[] }) {
  const readOnly = useReadOnlyReason();
  const { change, isPending } = useToldNoticeChange();
  const unread = notices.filter(({ read }) => !read).map(({ id }) => id);
  const whyNot = readOnly ?? (isPending ? "Being marked." : undefined);
  if (notices.length === 0) {
    return (
      <EmptyState icon={<Bell />} title="Nothing yet">
        What your rules find appears here, on every device.
      </EmptyState>
    );
  }
  return (
    <>
      {unread.length > 0 && (
        <div className="flex items-center justify-between gap-2 border-b border-hairline px-4 py-2">
          <p className="text-sm text-secondary">{countOf(unread.length, "unread notice")}</p>
          <Button size="sm" disabledReason={whyNot} onClick={() => change({ kind: "read", ids: unread })}>
            Mark all as read
          </Button>
        </div>
      )}
      <ul aria-label="Notices" className="divide-y divide-hairline">
        {notices.map((notice) => (
          <li
            key={notice.id}
            className={clsx("flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3", !notice.read && "bg-selected")}
          >
            <div className="min-w-0 flex-1">
              <RuleNoticeLine notice={notice} />
              <DeliveryLines deliveries={notice.deliveries} />
            </div>
            {!notice.read && (
              <Button size="sm" disabledReason={whyNot} onClick={() => change({ kind: "read", ids: [notice.id] })}>
                Mark as read
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
