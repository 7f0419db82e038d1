import { clsx } from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { UserRelationLookup } from "#components/data/session/use-user-relation.ts";
import { Link } from "#components/ui/address/link.tsx";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import type { ResponsibleRole } from "#lib/policy/next/diagnosis.ts";
import { responsiblePartyOf } from "#lib/policy/next/responsible-party.ts";
import {
  type AttentionGroup,
  clusterListPathOfAttentionGroup,
  clusterPathForCause,
} from "#lib/view/overview/attention.ts";
import { type AttentionDescription, describeAttentionGroup } from "#lib/view/overview/attention-descriptions.ts";
import { partyLabelOfProjects } from "#lib/words/responsible-party-labels.ts";

const namedAtMost = 8;
/** Number of clusters or projects up to which a row shows their names instead of a number. */
export const namedInRow = 2;

export interface CauseProps<Of> {
  readonly group: Of;
  readonly now: number;
  readonly onlookerAt: UserRelationLookup;
}

/** Name of the party that has to act in some projects; undefined if unknown. */
export function actorIn(
  projects: readonly string[],
  turn: ResponsibleRole | undefined,
  onlookerAt: UserRelationLookup,
): string | undefined {
  if (turn === undefined) return undefined;
  return partyLabelOfProjects([...new Set(projects)], (project) => responsiblePartyOf(turn, onlookerAt(project)));
}

interface ClusterCauseProps extends CauseProps<AttentionGroup> {
  readonly query: FleetQuery;
}

/** Clusters with the same cause for attention. */
export function ClusterCause({ group, query, now, onlookerAt }: ClusterCauseProps) {
  const { rows, turn } = group;
  const projects = rows.map(({ project }) => project);
  return (
    <CauseLine
      description={describeAttentionGroup(group, now)}
      twoLines={group.tier === "now"}
      actor={actorIn(projects, turn, onlookerAt)}
      links={<ClusterLinks group={group} query={query} />}
    >
      {() => <NamedClusters group={group} />}
    </CauseLine>
  );
}

function ClusterLinks({ group, query }: Pick<ClusterCauseProps, "group" | "query">) {
  const { rows, production } = group;
  return (
    <>
      {production > 0 && production < rows.length && (
        <Link
          href={clusterListPathOfAttentionGroup(query, group, true)}
          prefetch={false}
          className="inline-flex min-h-6 items-center whitespace-nowrap text-secondary hover:underline"
        >
          {text("{production, number} production", { production })}
        </Link>
      )}
      {rows.length <= namedInRow ? (
        rows.map((row) => (
          <Link
            key={row.uid}
            href={clusterPathForCause(row, group.cause)}
            prefetch={false}
            className="inline-flex min-h-6 min-w-0 items-center break-all text-link hover:underline"
          >
            {row.project}/{row.name}
          </Link>
        ))
      ) : (
        <Link
          href={clusterListPathOfAttentionGroup(query, group)}
          prefetch={false}
          className="inline-flex min-h-6 items-center text-link hover:underline"
        >
          {text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters: rows.length })}
        </Link>
      )}
    </>
  );
}

function NamedClusters({ group: { rows, cause } }: { readonly group: AttentionGroup }) {
  return (
    <>
      {rows.slice(0, namedAtMost).map((row) => (
        <li key={row.uid}>
          <Link
            href={clusterPathForCause(row, cause)}
            prefetch={false}
            className="inline-flex min-h-6 items-center text-link hover:underline"
          >
            {row.project}/{row.name}
          </Link>
          {row.purpose === "production" && (
            <span translate="no" className="text-tertiary">
              {" "}
              {row.purpose}
            </span>
          )}
        </li>
      ))}
      {rows.length > namedAtMost && (
        <li className="flex min-h-6 items-center text-secondary">
          {text("and {count, number} more", { count: rows.length - namedAtMost })}
        </li>
      )}
    </>
  );
}

interface CauseLineProps {
  readonly description: AttentionDescription;
  /** Current problems get two lines for their full text; for problems with a date the date is enough. */
  readonly twoLines: boolean;
  readonly actor: string | undefined;
  readonly links: ReactNode;
  /** Items of the list that opens below the line; rendered only then. */
  readonly children: () => ReactNode;
}

export function CauseLine({ description, twoLines, actor, links, children }: CauseLineProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { title, detail, hint } = description;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li>
      <div className={clsx("flex flex-wrap items-center gap-x-3 px-4 hover:bg-hover", twoLines ? "py-2" : "py-1")}>
        <button
          type="button"
          data-cause
          aria-expanded={open}
          aria-controls={id}
          title={hint}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 basis-60 items-start gap-2 rounded-tag text-left"
        >
          <Chevron aria-hidden className="mt-0.5 size-4 shrink-0 text-tertiary" />
          <span className={clsx("min-w-0", !twoLines && "sm:flex sm:flex-1 sm:items-baseline sm:gap-3")}>
            <span
              className={clsx(
                "block text-base break-words text-ink",
                twoLines ? "font-medium" : "sm:min-w-76 min-[120rem]:min-w-110 min-[150rem]:min-w-90",
              )}
            >
              {title}
            </span>
            <span className="block min-w-0 text-sm text-pretty text-secondary">
              {actor !== undefined && <span className="font-medium text-ink">{actor}</span>}
              {actor !== undefined && detail !== "" && " · "}
              {detail}
            </span>
          </span>
        </button>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 pl-6 text-sm tabular-nums sm:max-w-2/5 sm:justify-end">
          {links}
        </span>
      </div>
      <ul id={id} hidden={!open} className="flex flex-wrap gap-x-4 px-4 pb-2 pl-10 text-sm">
        {open && children()}
      </ul>
    </li>
  );
}
