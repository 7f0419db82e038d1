"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { BeforeLink } from "#components/act/before-link.tsx";
import { useClock } from "#components/data/address/use-clock.ts";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { ExportList } from "#components/data/export/export-list.tsx";
import { activityQuery } from "#components/data/queries/activity-query.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { useRequestJournal } from "#components/data/storage/request-journal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Why } from "#components/ui/why.tsx";
import { text } from "#lib/language/text.ts";
import {
  type ActivityKind,
  activityKinds,
  activityKindWords,
  activityLines,
  groupByDay,
} from "#lib/view/activity/activity-lines.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { useCluster } from "../use-cluster.ts";
import { ActivityLineView } from "./activity-line.tsx";
import { useActsFromHere } from "./use-acts-from-here.ts";

const noneHidden: ReadonlySet<ActivityKind> = new Set();

/** The past of a cluster in one line of time, from all that the garden and this browser remember. */
export function ActivityView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster } = useCluster(ref);
  const activity = useQuery(activityQuery(ref));
  const acts = useActsFromHere(ref, cluster?.row);
  const journal = useRequestJournal();
  const clock = useClock();
  const [hidden, setHidden] = useState(noneHidden);
  const version = cluster?.row.resourceVersion;
  const { refetch } = activity;
  useEffect(() => {
    if (version === undefined) return;
    const timer = setTimeout(() => void refetch(), rereadMs);
    return () => clearTimeout(timer);
  }, [version, refetch]);

  const lines = useMemo(
    () => (cluster ? activityLines({ shoot: cluster.shoot, activity: activity.data, acts }) : []),
    [cluster, activity.data, acts],
  );
  const days = useMemo(
    () =>
      groupByDay(
        lines.filter(({ kind }) => !hidden.has(kind)),
        (at) => formatDate(at, clock),
      ),
    [lines, hidden, clock],
  );
  const actions = useMemo(
    () => new Map(journal.map((entry) => [`here ${entry.id}`, <BeforeLink key={entry.id} entry={entry} explains />])),
    [journal],
  );
  if (!cluster || (activity.isPending && !activity.isError)) return <Skeleton className="h-96 rounded-card" />;
  const shown = lines.filter(({ kind }) => !hidden.has(kind));
  const toggle = (kind: ActivityKind) => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    setHidden(next);
  };
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <Why about={text("of what Gardener keeps")} label={text("History limits")}>
        {text(
          "Gardener keeps the last operation, the last maintenance, events for about an hour, and the fields each client wrote last. For anything older, ask for the garden's audit log.",
        )}
      </Why>
      <Unread
        fault={activity.isError ? faultOf(activity.error).detail : undefined}
        unread={activity.data?.eventsUnread}
        onRetry={() => void activity.refetch()}
      />
      <fieldset aria-label={text("Show")} className="flex flex-wrap gap-1.5">
        {activityKinds.map((kind) => (
          <Button
            key={kind}
            size="sm"
            aria-pressed={!hidden.has(kind)}
            onClick={() => toggle(kind)}
            className="aria-pressed:bg-selected"
          >
            {text(activityKindWords[kind])}
            <span className="font-normal text-secondary tabular-nums">
              {lines.filter((line) => line.kind === kind).length}
            </span>
          </Button>
        ))}
        {shown.length > 0 && (
          <ExportList
            size="sm"
            list={{
              count: shown.length,
              counted: (count) => text("{count, plural, one {# entry} other {# entries}}", { count }),
              make: async () =>
                (await import("#lib/view/export/cluster-files.ts")).activityFiles(shown, {
                  ...ref,
                  filter: [...hidden].map((kind) => `&kind=-${kind}`).join(""),
                  now: Date.now(),
                }),
            }}
          />
        )}
      </fieldset>
      {days.length === 0 ? (
        <p className="text-base text-secondary">
          {lines.length === 0
            ? text("No dated events for this cluster.")
            : text("All events are hidden by the filters.")}
        </p>
      ) : (
        days.map(({ day, lines: ofDay }) => (
          <section key={day} aria-label={day}>
            <h2 className="mb-1 text-sm font-semibold text-secondary">{day}</h2>
            <ul className="rounded-card border border-hairline">
              {ofDay.map((line) => (
                <ActivityLineView key={line.key} line={line} clock={clock} action={actions.get(line.key)} />
              ))}
            </ul>
          </section>
        ))
      )}
    </div>
  );
}

const rereadMs = 1_000;

interface UnreadProps {
  readonly fault: string | undefined;
  readonly unread: "forbidden" | "failed" | undefined;
  readonly onRetry: () => void;
}

function Unread({ fault, unread, onRetry }: UnreadProps) {
  if (fault === undefined && unread === undefined) return null;
  const forbidden = unread === "forbidden";
  return (
    <Notice
      hue="caution"
      title={
        fault === undefined ? text("The events are not shown") : text("Events and written fields could not be read")
      }
      action={
        forbidden ? undefined : (
          <Button size="sm" onClick={onRetry}>
            {text("Try again")}
          </Button>
        )
      }
    >
      {fault ??
        (forbidden
          ? text("You are not allowed to read events in this project.")
          : text("The garden could not list the events."))}{" "}
      {text("The rest of the timeline is complete.")}
    </Notice>
  );
}
