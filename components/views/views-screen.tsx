"use client";

import { useQuery } from "@tanstack/react-query";
import { ExportList } from "#components/data/export/export-list.tsx";
import { ReadFailure } from "#components/data/fleet-parts/read-failure.tsx";
import { viewsQuery } from "#components/data/queries/view-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Views } from "#lib/contract/views.ts";
import { text } from "#lib/language/text.ts";
import { viewLines } from "#lib/saved-views/view-lines.ts";

import { ViewList } from "./view-list.tsx";

/** The views that have a name: one's own, and those of one's projects. */
export function ViewsScreen() {
  const views = useQuery(viewsQuery);
  const lines = views.data ? viewLines(views.data) : [];
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
                make: async () => (await import("#lib/view/export/stored-files.ts")).viewsFiles(lines, Date.now()),
              }}
            />
          )
        }
      >
        {views.isError && views.data === undefined ? (
          <div className="p-4">
            <ReadFailure title={text("The views could not be read")} of={views} />
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

/** What there is and is not shown, with the reason. */
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
