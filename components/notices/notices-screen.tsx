"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Bell, BellPlus } from "lucide-react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { ReadFailure } from "#components/data/fleet-parts/read-failure.tsx";
import { RuleNoticeLine } from "#components/data/notices/rule-notice-line.tsx";
import { useNoticeChangeWithToast } from "#components/data/notices/use-notice-change.ts";
import { noticesQuery } from "#components/data/queries/notice-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { DeliveryState } from "#lib/contract/destinations.ts";
import { type Notices, noticeLimits, type ShownNotice } from "#lib/contract/notices.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { whyWords } from "#lib/notices/why-words.ts";
import { DestinationsCard } from "./destinations-card.tsx";
import { RuleList } from "./rule-list.tsx";

/** Screen of the user's notices and watch rules. */
export function NoticesScreen() {
  const notices = useQuery(noticesQuery);
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Notices")}</h1>
      <p className="max-w-3xl text-base text-pretty text-secondary">
        {richText(
          "A rule watches a cluster or a view. Make one with <strong>Tell me when…</strong> under More actions of a cluster or under Saved views.",
          { strong: (words) => <span className="font-medium">{words}</span> },
        )}
      </p>
      {notices.isError && notices.data === undefined ? (
        <ReadFailure title={text("The notices could not be read")} of={notices} />
      ) : notices.data === undefined ? (
        <Skeleton className="h-32 w-full" />
      ) : (
        <Parts notices={notices.data} />
      )}
    </div>
  );
}

function Parts({ notices: all }: { readonly notices: Notices }) {
  const { rules, notices, destinations, values, unwatched = [], hidden, unshown, unavailable } = all;
  return (
    <>
      {unavailable !== undefined && (
        <Notice hue="caution" title={text("Rules are not available")}>
          {unavailable}
        </Notice>
      )}
      {unwatched.length > 0 && (
        <Notice hue="caution" title={text("Not everything is watched")}>
          {unwatched.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Notice>
      )}
      {unshown > 0 && (
        <Notice
          hue="caution"
          title={text("{entries, plural, one {# entry} other {# entries}} cannot be shown", { entries: unshown })}
        >
          {text("A newer Almanac or another program has written them. They stay as they are.")}
        </Notice>
      )}
      {hidden > 0 && (
        <Notice
          hue="info"
          title={text("{notices, plural, one {# notice} other {# notices}} of clusters that you do not see any more", {
            notices: hidden,
          })}
        />
      )}
      <Card
        id="told"
        title={text("What your rules reported")}
        flush
        aside={
          notices.length > 0 && (
            <ExportList
              size="sm"
              label={text("Export notices")}
              list={{
                count: notices.reduce((sum, { lines }) => sum + lines.length, 0),
                counted: (count) => text("{count, plural, one {# line} other {# lines}}", { count }),
                make: async () => (await import("#lib/view/export/stored-files.ts")).noticesFiles(notices, Date.now()),
              }}
            />
          )
        }
      >
        <Told notices={notices} />
      </Card>
      <Card
        id="rules"
        title={text("Your rules")}
        flush
        aside={
          rules.length > 0 && (
            <ExportList
              size="sm"
              label={text("Export rules")}
              list={{
                count: rules.length,
                counted: (count) => text("{count, plural, one {# rule} other {# rules}}", { count }),
                make: async () => (await import("#lib/view/export/stored-files.ts")).rulesFiles(rules, Date.now()),
              }}
            />
          )
        }
      >
        {rules.length === 0 ? (
          <EmptyState icon={<BellPlus />} title={text("No rules yet")}>
            {text("Choose Tell me when… in the menu of a cluster.")}
          </EmptyState>
        ) : (
          <>
            <RuleList rules={rules} destinations={destinations} />
            <RulesNote values={values} />
          </>
        )}
      </Card>
      <DestinationsCard notices={all} />
    </>
  );
}

/** Note on whose permissions the rules use and how much of their quota is used. */
function RulesNote({ values = 0 }: { readonly values: number | undefined }) {
  return (
    <p className="border-t border-hairline px-4 py-3 text-sm text-pretty text-secondary">
      {text("Rules see the clusters that you see. Your groups count as they were when you last changed a rule.")}
      {values > 0 && ` ${text("{values} of {most} filter values are used.", { values, most: noticeLimits.values })}`}
    </p>
  );
}

function Told({ notices }: { readonly notices: readonly ShownNotice[] }) {
  const readOnly = useReadOnlyReason();
  const { change, isPending } = useNoticeChangeWithToast();
  const unread = notices.filter(({ read }) => !read).map(({ id }) => id);
  const whyNot = readOnly ?? (isPending ? text("Being marked.") : undefined);
  if (notices.length === 0) {
    return (
      <EmptyState icon={<Bell />} title={text("Nothing yet")}>
        {text("What your rules find appears here, on every device.")}
      </EmptyState>
    );
  }
  return (
    <>
      {unread.length > 0 && (
        <div className="flex items-center justify-between gap-2 border-b border-hairline px-4 py-2">
          <p className="text-sm text-secondary">
            {text("{unread, plural, one {# unread notice} other {# unread notices}}", { unread: unread.length })}
          </p>
          <Button size="sm" disabledReason={whyNot} onClick={() => change({ kind: "read", ids: unread })}>
            {text("Mark all as read")}
          </Button>
        </div>
      )}
      <ul aria-label={text("Notices")} className="divide-y divide-hairline">
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
                {text("Mark as read")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const words: Readonly<Record<DeliveryState, Message>> = {
  waiting: message("Waits to be sent to {name}"),
  delivered: message("Delivered to {name}"),
  lost: message("Not delivered to {name}"),
  withheld: message("Not sent, for you did not see the clusters any more: {name}"),
};

/** Status of a notice's outbound deliveries. */
function DeliveryLines({ deliveries }: Pick<ShownNotice, "deliveries">) {
  return deliveries.map(({ name, state, why }) => (
    <p key={name} className={clsx("text-xs break-words", state === "lost" ? "text-negative-text" : "text-tertiary")}>
      {text(words[state], { name })}
      {why !== undefined && `: ${whyWords(why)}`}
    </p>
  ));
}
