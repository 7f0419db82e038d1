"use client";

import { FilterX, History, SearchX, Sprout, Star } from "lucide-react";
import { useMemo } from "react";
import { useFleetFilterContext } from "#components/data/address/use-fleet-filter-context.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { FleetRow, VisibleScope } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { findFilterField } from "#lib/fleet/fields/fleet-fields.ts";
import { describeUnreadableProject } from "#lib/fleet/fields/unreadable-descriptions.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { clearFilters, type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { rowsSpelledLike } from "#lib/view/palette/find-clusters.ts";

/** Number of clusters with a similar name that an empty list offers. */
const mostSimilar = 8;

/**
 * Message if no cluster matches the query. It offers clusters with a similar name, or else names the filter whose
 * removal would bring back most clusters.
 */
export function NoMatchingClustersMessage({
  query,
  rows,
  hiddenBy,
  total,
  onChange,
}: {
  readonly query: FleetQuery;
  /** Clusters among which the query searched. */
  readonly rows: readonly FleetRow[];
  readonly hiddenBy: ReadonlyMap<string, number>;
  readonly total: number;
  readonly onChange: (query: FleetQuery) => void;
}) {
  const [most] = [...hiddenBy].sort(([, a], [, b]) => b - a);
  const context = useFleetFilterContext();
  const similar = useMemo(() => {
    const others = filterFleet(rows, { ...query, q: "" }, context);
    return rowsSpelledLike(query.q, { rows: others, most: mostSimilar });
  }, [rows, query, context]);
  if (similar.length > 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title={text("No exact match for “{q}”", { q: shortened(query.q) })}
        action={<Button onClick={() => onChange({ ...query, q: "" })}>{text("Clear the search")}</Button>}
      >
        {text("Clusters with a similar name:")}
        <ul className="mt-2 flex flex-wrap justify-center gap-x-4">
          {similar.map((row) => (
            <li key={row.uid}>
              <Link
                href={clusterPath(row)}
                prefetch={false}
                className="inline-flex min-h-6 items-center text-link hover:underline"
              >
                {row.project}/{row.name}
              </Link>
            </li>
          ))}
        </ul>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<FilterX />}
      title={text("No cluster matches all of these filters")}
      action={
        <>
          {most && (
            <Button
              variant="primary"
              onClick={() => onChange(most[0] === "q" ? { ...query, q: "" } : withFilter(query, most[0], []))}
            >
              {most[0] === "q"
                ? text("Remove the search “{q}”", { q: shortened(query.q) })
                : text("Remove the filter {label}", { label: filterName(most[0]) })}
            </Button>
          )}
          <Button onClick={() => onChange(clearFilters(query))}>{text("Clear all")}</Button>
        </>
      }
    >
      {most ? hiddenLabel(query, most, total) : text("No single filter is the cause: remove several to see clusters.")}
    </EmptyState>
  );
}

/** Shortens a search text for use in a message. */
function shortened(q: string): string {
  const most = 18;
  return q.length > most ? `${q.slice(0, most)}…` : q;
}

function filterName(key: string): string {
  return String(findFilterField(key)?.label ?? key);
}

function hiddenLabel({ q }: FleetQuery, [key, count]: readonly [string, number], total: number): string {
  return key === "q"
    ? text("Without the search “{q}”, {count, number} of {total, number} would be shown.", {
        q: shortened(q),
        count,
        total,
      })
    : text("Without the filter {label}, {count, number} of {total, number} would be shown.", {
        label: filterName(key),
        count,
        total,
      });
}

/** Message if only pinned clusters are requested and none is pinned. */
export function NoPinnedClustersMessage({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<Star />}
      title={text("You have no pinned clusters here")}
      action={
        <Button variant="primary" onClick={onShowAll}>
          {text("Show all clusters")}
        </Button>
      }
    >
      {text("Pin a cluster from its menu or from the command palette. Pins are kept in this browser.")}
    </EmptyState>
  );
}

/** Message if only changed clusters are requested and none has changed, or the link is out of date. */
export function NoChangedClustersMessage({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<History />}
      title={text("No such change since you last looked")}
      action={
        <Button variant="primary" onClick={onShowAll}>
          {text("Show all clusters")}
        </Button>
      }
    >
      {text("What this link was about is over, or a later visit has begun. The overview says what changed since then.")}
    </EmptyState>
  );
}

/** Message for users who see no cluster at all: explains what a project is and who grants access to one. */
export function NoVisibleClustersMessage({ scope }: { readonly scope: VisibleScope }) {
  if (scope.all || scope.projects.length > 0)
    return (
      <EmptyState icon={<Sprout />} title={text("There are no clusters yet")}>
        {scope.all
          ? text("This garden holds no Shoot. New clusters appear here automatically.")
          : text(
              "Your {projects, plural, one {project holds} other {projects hold}} no Shoot yet. New clusters appear here automatically.",
              { projects: scope.projects.length },
            )}
      </EmptyState>
    );
  return (
    <EmptyState icon={<Sprout />} title={text("You are not a member of any project")}>
      {text(
        "Every cluster belongs to a project. Ask the owner of your project to add you as a member; its clusters then appear here.",
      )}
    </EmptyState>
  );
}

/** Notice that some projects could not be read, shown as long as that is true. */
export function UnreadableProjects({
  unreadable,
  known,
}: {
  readonly unreadable: VisibleScope["unreadable"];
  readonly known: number;
}) {
  if (unreadable.length === 0) return null;
  const reasons = [...new Set(unreadable.map(({ reason }) => describeUnreadableProject(reason)))].join(", ");
  return (
    <div className="px-4 pb-3 sm:px-6">
      <Notice
        hue="caution"
        title={text("{unreadable} of {all} projects could not be read ({reasons})", {
          unreadable: unreadable.length,
          all: known + unreadable.length,
          reasons,
        })}
      >
        <details>
          <summary className="w-fit text-link hover:underline">{text("Which ones")}</summary>
          <ul className="mt-1">
            {unreadable.map(({ name, reason }) => (
              <li key={name}>
                <span className="font-medium text-ink">{name}</span>: {describeUnreadableProject(reason)}
              </li>
            ))}
          </ul>
        </details>
      </Notice>
    </div>
  );
}
