"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, CircleDot, KeyRound, Megaphone, MousePointerClick, PencilLine } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { StateBeforeChangeLink } from "#components/act/state-before-change-link.tsx";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { ExportList } from "#components/data/export/export-list.tsx";
import { activityQuery } from "#components/data/queries/activity-query.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { useActRequestsOfUser } from "#components/data/storage/request-journal.ts";
import { useRuns } from "#components/data/storage/use-runs.ts";
import { Button } from "#components/ui/button.tsx";
import { hueSolidTextClasses } from "#components/ui/hue-classes.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { withMemberToggled } from "#components/ui/state/with-member-toggled.ts";
import { TextList } from "#components/ui/text-list.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import { bulkPhaseLabels } from "#lib/act/bulk/bulk-labels.ts";
import { operationProgress } from "#lib/act/follow/operation-progress.ts";
import { progressLabel } from "#lib/act/follow/progress-labels.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import {
  type ActivityEntry,
  type ActivityKind,
  type ActSentFromBrowser,
  activityEntriesOf,
  activityKindLabels,
  activityKinds,
  groupByDay,
} from "#lib/view/activity/activity-entries.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatClockTime, formatDate, formatDateTime } from "#lib/words/format-time.ts";
import { useCluster } from "../use-cluster.ts";
import { SummariesCard } from "./summaries-card.tsx";

const noneHidden: ReadonlySet<ActivityKind> = new Set();

/** Timeline of a cluster's past: what the garden has recorded, and the requests of this browser. */
export function ActivityView({ cluster: ref }: { readonly cluster: ClusterRef }) {
  const { cluster } = useCluster(ref);
  const activity = useQuery(activityQuery(ref));
  const acts = useActsFromHere(ref, cluster?.row);
  const journal = useActRequestsOfUser();
  const clock = useDisplayClock();
  const [hidden, setHidden] = useState(noneHidden);
  const version = cluster?.row.resourceVersion;
  const { refetch } = activity;
  useEffect(() => {
    if (version === undefined) return;
    const timer = setTimeout(() => void refetch(), rereadMs);
    return () => clearTimeout(timer);
  }, [version, refetch]);

  if (!cluster || (activity.isPending && !activity.isError)) return <Skeleton className="h-96 rounded-card" />;
  const lines = activityEntriesOf({ shoot: cluster.shoot, activity: activity.data, acts });
  const shown = lines.filter(({ kind }) => !hidden.has(kind));
  const days = groupByDay(shown, (at) => formatDate(at, clock));
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <WhyDetails about={text("of what Gardener keeps")} label={text("History limits")}>
        {text(
          "Gardener keeps the last operation, the last maintenance, events for about an hour, and the fields each client wrote last. For anything older, ask for the garden's audit log.",
        )}
      </WhyDetails>
      <SummariesCard summaries={activity.data?.summaries ?? []} />
      <Unread
        fault={activity.isError ? requestErrorOf(activity.error).detail : undefined}
        unread={activity.data?.eventsUnread}
        onRetry={() => void activity.refetch()}
      />
      <fieldset aria-label={text("Show")} className="flex flex-wrap gap-1.5">
        {activityKinds.map((kind) => (
          <Button
            key={kind}
            size="sm"
            aria-pressed={!hidden.has(kind)}
            onClick={() => setHidden(withMemberToggled(hidden, kind))}
            className="aria-pressed:bg-selected"
          >
            {text(activityKindLabels[kind])}
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
                (await import("#lib/view/export/cluster-files.ts")).exportActivity(shown, {
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
              {ofDay.map((line) => {
                const entry = journal.find(({ id }) => line.key === `here ${id}`);
                const action = entry && <StateBeforeChangeLink entry={entry} explains />;
                return <ActivityLineView key={line.key} line={line} clock={clock} action={action} />;
              })}
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

const icons: Readonly<Record<ActivityKind, ReactNode>> = {
  event: <Megaphone />,
  operation: <CircleDot />,
  maintenance: <CalendarCheck />,
  rotation: <KeyRound />,
  fields: <PencilLine />,
  here: <MousePointerClick />,
};

interface ActivityLineProps {
  readonly line: ActivityEntry;
  readonly clock: DisplayClock;
  /** Link to more about the timeline entry. */
  readonly action?: ReactNode;
}

/** One entry of the timeline: time, kind, title, and the author if recorded. */
function ActivityLineView({ line, clock, action }: ActivityLineProps) {
  const { kind, at, title, detail, sentences, by, hue } = line;
  return (
    <li className="flex gap-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <time
        dateTime={new Date(at).toISOString()}
        title={formatDateTime(at, clock)}
        className="w-12 shrink-0 pt-px text-sm text-secondary tabular-nums"
      >
        {formatClockTime(at, clock)}
      </time>
      <span aria-hidden className={`mt-0.5 shrink-0 [&_svg]:size-4 ${hueSolidTextClasses[hue]}`}>
        {icons[kind]}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium text-pretty">
          <span className="sr-only">{text(activityKindLabels[kind])}: </span>
          {title}
          {by !== undefined && <span className="font-normal text-secondary"> · {by}</span>}
        </p>
        {sentences === undefined ? (
          detail !== "" && <p className="mt-0.5 text-sm text-pretty wrap-anywhere text-secondary">{detail}</p>
        ) : (
          <WhyDetails about={title} label={text("Details")}>
            <TextList items={sentences} className="list-disc pl-4 wrap-anywhere" />
          </WhyDetails>
        )}
        {action !== undefined && <p className="mt-0.5 text-sm">{action}</p>}
      </div>
    </li>
  );
}

/** The user's requests to this cluster sent from this browser: single ones of this tab, and bulk runs. */
function useActsFromHere({ project, name }: ClusterRef, row: FleetRow | undefined): readonly ActSentFromBrowser[] {
  const journal = useActRequestsOfUser();
  const me = useQuery(sessionQuery).data?.user.name ?? "";
  const { runs } = useRuns();
  const now = useNow(5_000);
  const alone = journal
    .filter(({ target, batch }) => batch === undefined && target.project === project && target.name === name)
    .map((entry): ActSentFromBrowser => ({ ...entry, outcome: progressLabel(operationProgress(entry, row, now)) }));
  const inRuns = runs.flatMap((run) =>
    run.clusters.flatMap((cluster): ActSentFromBrowser[] =>
      cluster.project === project && cluster.name === name && cluster.sentAt !== undefined
        ? [
            {
              id: `${run.id} ${cluster.attempt}`,
              title: text("{title} (bulk run)", { title: run.title }),
              by: me,
              sentAt: cluster.sentAt,
              outcome: cluster.message ?? text(bulkPhaseLabels[cluster.phase]),
            },
          ]
        : [],
    ),
  );
  return [...alone, ...inRuns];
}
