"use client";

import { FilterX, History, Sprout, Star } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { Scope } from "#lib/contract/fleet.ts";
import { filterField } from "#lib/fleet/fields/fleet-fields.ts";
import { clearFilters, type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { formatNumber } from "#lib/words/count.ts";

/** No row is left: names the one filter whose removal brings back most. */
export function NothingMatches({
  query,
  hiddenBy,
  total,
  onChange,
}: {
  readonly query: FleetQuery;
  readonly hiddenBy: ReadonlyMap<string, number>;
  readonly total: number;
  readonly onChange: (query: FleetQuery) => void;
}) {
  const [most] = [...hiddenBy].sort(([, a], [, b]) => b - a);
  const name =
    most && (most[0] === "q" ? `the search “${query.q}”` : `the filter ${filterField(most[0])?.label ?? most[0]}`);
  return (
    <EmptyState
      icon={<FilterX />}
      title="No cluster matches all of these filters"
      action={
        <>
          {most && (
            <Button
              variant="primary"
              onClick={() => onChange(most[0] === "q" ? { ...query, q: "" } : withFilter(query, most[0], []))}
            >
              Remove {name}
            </Button>
          )}
          <Button onClick={() => onChange(clearFilters(query))}>Clear all</Button>
        </>
      }
    >
      {most
        ? `Without ${name}, ${formatNumber(most[1])} of ${formatNumber(total)} would be shown.`
        : "No single filter is the cause: remove several to see clusters."}
    </EmptyState>
  );
}

/** Only pinned clusters are asked for, and there is none. */
export function NothingPinned({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<Star />}
      title="You have no pinned clusters here"
      action={
        <Button variant="primary" onClick={onShowAll}>
          Show all clusters
        </Button>
      }
    >
      Pin a cluster from its menu or from the command palette. Pins are kept in this browser.
    </EmptyState>
  );
}

/** Only what changed is asked for, and nothing did, or not any more. */
export function NothingChanged({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<History />}
      title="No such change since you last looked"
      action={
        <Button variant="primary" onClick={onShowAll}>
          Show all clusters
        </Button>
      }
    >
      What this link was about is over, or a later visit has begun. The overview says what changed since then.
    </EmptyState>
  );
}

/** The user sees no cluster at all. Says what a project is and who grants access. */
export function EmptyFleet({ scope }: { readonly scope: Scope }) {
  if (scope.all || scope.projects.length > 0)
    return (
      <EmptyState icon={<Sprout />} title="There are no clusters yet">
        {scope.all
          ? "This garden holds no Shoot."
          : `Your ${scope.projects.length === 1 ? "project holds" : "projects hold"} no Shoot yet.`}{" "}
        New clusters appear here automatically.
      </EmptyState>
    );
  return (
    <EmptyState icon={<Sprout />} title="You are not a member of any project">
      Every cluster belongs to a project. Ask the owner of your project to add you as a member; its clusters then appear
      here.
    </EmptyState>
  );
}

/** Some projects could not be read: stays in sight for as long as that holds. */
export function UnreadableProjects({
  unreadable,
  known,
}: {
  readonly unreadable: Scope["unreadable"];
  readonly known: number;
}) {
  if (unreadable.length === 0) return null;
  const reasons = [...new Set(unreadable.map(({ reason }) => reason))].join(", ");
  return (
    <div className="px-4 pb-3 sm:px-6">
      <Notice
        hue="caution"
        title={`${unreadable.length} of ${known + unreadable.length} projects could not be read (${reasons})`}
      >
        <details>
          <summary className="w-fit text-link hover:underline">Which ones</summary>
          <ul className="mt-1">
            {unreadable.map(({ name, reason }) => (
              <li key={name}>
                <span className="font-medium text-ink">{name}</span>: {reason}
              </li>
            ))}
          </ul>
        </details>
      </Notice>
    </div>
  );
}
