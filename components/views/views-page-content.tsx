"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { viewsQuery } from "#components/data/queries/view-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { openViewTask } from "#components/data/views/open-view-task.ts";
import { useDeleteView, useViewChangeWithToast } from "#components/data/views/use-view-change.ts";
import { useSavedViewAddress } from "#components/data/views/use-views.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { Views } from "#lib/contract/views.ts";
import { text } from "#lib/language/text.ts";
import { isClusterListView } from "#lib/saved-views/change-views.ts";
import {
  type ListedView,
  listedViewsOf,
  viewAddressLabels,
  viewKeyOfListedView,
  viewScopeLabel,
} from "#lib/saved-views/listed-views.ts";

/** Page of saved views: those of the user, and those of the user's projects. */
export function ViewsPageContent() {
  const views = useQuery(viewsQuery);
  const lines = views.data ? listedViewsOf(views.data) : [];
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Saved views")}</h1>
      <p className="max-w-3xl text-base text-pretty text-secondary">
        {richText(
          "A view is an address with a name. Save one with <strong>Save this view…</strong> on Clusters, Forecast, Calendar or Rotations.",
          { strong: (words) => <span className="font-medium">{words}</span> },
        )}
      </p>
      {views.data && <Unshown views={views.data} />}
      <Card
        id="saved-views"
        title={text("Your views and those of your projects")}
        flush
        aside={
          lines.length > 0 && (
            <ExportList
              size="sm"
              list={{
                count: lines.length,
                counted: (count) => text("{count, plural, one {# view} other {# views}}", { count }),
                make: async () =>
                  (await import("#lib/view/export/stored-files.ts")).exportSavedViews(lines, Date.now()),
              }}
            />
          )
        }
      >
        {views.isError && views.data === undefined ? (
          <div className="p-4">
            <ReadFailureNotice title={text("The views could not be read")} of={views} />
          </div>
        ) : views.data === undefined ? (
          <div className="p-4">
            <Skeleton className="h-16 w-full" />
          </div>
        ) : (
          <ViewList lines={lines} shared={views.data.shared} />
        )}
      </Card>
    </div>
  );
}

/** Notices on saved views that exist but cannot be shown, with the reason. */
function Unshown({ views: { own, shared, forbidden, beyond } }: { readonly views: Views }) {
  const strange = shared.filter(({ unknownForm }) => unknownForm).map(({ project }) => project);
  const unshown = own.unshown + shared.reduce((sum, shelf) => sum + shelf.unshown, 0);
  return (
    <>
      {own.unavailable !== undefined && (
        <Notice hue="caution" title={text("Your own views are not available")}>
          {own.unavailable}
        </Notice>
      )}
      {strange.length > 0 && (
        <Notice
          hue="caution"
          title={text("The views of {projects} have a form that this Almanac does not know", {
            projects: strange.join(", "),
          })}
        >
          {text("They stay as they are in the ConfigMap almanac-views of the project.")}
        </Notice>
      )}
      {unshown > 0 && (
        <Notice
          hue="caution"
          title={text("{views, plural, one {# view} other {# views}} cannot be shown", { views: unshown })}
        >
          {text("A newer Almanac or another program has written them. They stay as they are.")}
        </Notice>
      )}
      {forbidden.length > 0 && (
        <Notice
          hue="info"
          title={text("You cannot read the shared views of {projects}", { projects: forbidden.join(", ") })}
        >
          {text("That takes the right to read ConfigMaps there.")}
        </Notice>
      )}
      {beyond > 0 && (
        <Notice
          hue="info"
          title={text("The shared views of {projects, plural, one {# project} other {# projects}} were not read", {
            projects: beyond,
          })}
        />
      )}
    </>
  );
}

interface ViewListProps {
  readonly lines: readonly ListedView[];
  readonly shared: Views["shared"];
}

function ViewList({ lines, shared }: ViewListProps) {
  if (lines.length === 0) {
    return (
      <EmptyState icon={<Bookmark />} title={text("No saved views yet")}>
        {text("Narrow a list down and save what you see.")}
      </EmptyState>
    );
  }
  const readers = new Set(shared.flatMap(({ project, mayWrite }) => (mayWrite ? [] : [project])));
  return (
    <ul aria-label={text("Saved views")} className="divide-y divide-hairline">
      {lines.map((line) => (
        <ViewItem key={line.key} line={line} mayWrite={line.project === undefined || !readers.has(line.project)} />
      ))}
    </ul>
  );
}

function ViewItem({ line, mayWrite }: { readonly line: ListedView; readonly mayWrite: boolean }) {
  const { view, project, isFirst } = line;
  const { page, asks } = viewAddressLabels(view.address);
  const addressOf = useSavedViewAddress();
  const at = () => <TimestampText at={view.at} form="relative" />;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link href={addressOf(line)} className="text-base font-medium break-words text-link hover:underline">
            {view.name}
          </Link>
          {isFirst && <Tag hue="neutral">{text("Default")}</Tag>}
        </p>
        <p className="text-base break-words">
          {page}
          {asks !== "" && <span className="text-secondary">, {asks}</span>}
        </p>
        <p className="text-sm break-words text-secondary">
          {project === undefined
            ? richText("{place}, changed <at></at>", { place: viewScopeLabel(project), at })
            : richText("{place}, changed <at></at> by {by}", { place: viewScopeLabel(project), at, by: view.by })}
        </p>
      </div>
      <ViewActs line={line} mayWrite={mayWrite} />
    </li>
  );
}

function ViewActs({ line, mayWrite }: { readonly line: ListedView; readonly mayWrite: boolean }) {
  const { view, project, isFirst } = line;
  const readOnly = useReadOnlyReason();
  const { change, isPending } = useViewChangeWithToast();
  const deleting = useDeleteView();
  const right = text("You cannot change the views of {project}: that takes the right to change ConfigMaps there.", {
    project: project ?? "",
  });
  const whyNot = readOnly ?? (mayWrite ? undefined : right);
  const ofThis = <span className="sr-only"> {view.name}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      {isClusterListView(view) && (
        <Button
          size="sm"
          disabledReason={readOnly ?? (isPending ? text("Being saved.") : undefined)}
          onClick={() =>
            isFirst
              ? change({ kind: "open-with" }, text("Clusters no longer opens with {name}", { name: view.name }))
              : change(
                  { kind: "open-with", view: viewKeyOfListedView(line) },
                  text("Clusters opens with {name}", { name: view.name }),
                )
          }
        >
          {isFirst ? text("Remove as default") : text("Make default")}
          {ofThis}
        </Button>
      )}
      <Button size="sm" disabledReason={whyNot} onClick={() => openViewTask({ kind: "change", line })}>
        {text("Rename…")}
        {ofThis}
      </Button>
      {project === undefined ? (
        <Button
          size="sm"
          disabledReason={whyNot ?? (deleting.isPending ? text("Being deleted.") : undefined)}
          onClick={() => deleting.remove(line)}
        >
          {text("Delete")}
          {ofThis}
        </Button>
      ) : (
        <Button size="sm" disabledReason={whyNot} onClick={() => openViewTask({ kind: "delete", line })}>
          {text("Delete…")}
          {ofThis}
        </Button>
      )}
    </div>
  );
}
