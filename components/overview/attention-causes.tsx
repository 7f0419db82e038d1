import { clsx } from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
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
import { describeProjectAttention, type ProjectAttention } from "#lib/view/overview/project-attention.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { partyLabelOfProjects } from "#lib/words/responsible-party-labels.ts";

const namedAtMost = 8;
/** Number of clusters or projects up to which a row shows their names instead of a number. */
const namedInRow = 2;

interface CauseProps<Of> {
  readonly group: Of;
  readonly now: number;
  readonly onlookerAt: UserRelationLookup;
}

/** Name of the party that has to act in some projects; undefined if unknown. */
function actorIn(
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

/** Unused projects that Gardener deletes. No list selects just these, so the line itself names all of them. */
export function ProjectCause({ group, now, onlookerAt }: CauseProps<ProjectAttention>) {
  const { projects, tier } = group;
  const clock = useDisplayClock();
  const names = projects.map(({ name }) => name);
  return (
    <CauseLine
      description={describeProjectAttention(group, now)}
      twoLines={tier === "now"}
      actor={actorIn(names, "Owner", onlookerAt)}
      links={
        names.length <= namedInRow ? (
          names.map((name) => <ProjectLink key={name} name={name} />)
        ) : (
          <span className="text-secondary">
            {text("{projects, plural, one {# project} other {# projects}}", { projects: names.length })}
          </span>
        )
      }
    >
      {() =>
        projects.map(({ name, deletedAt }) => (
          <li key={name}>
            <ProjectLink name={name} /> <span className="text-tertiary">{formatDate(deletedAt, clock)}</span>
          </li>
        ))
      }
    </CauseLine>
  );
}

function ProjectLink({ name }: { readonly name: string }) {
  return (
    <Link
      href={`/projects/${encodeURIComponent(name)}`}
      prefetch={false}
      className="inline-flex min-h-6 min-w-0 items-center break-all text-link hover:underline"
    >
      {name}
    </Link>
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

function CauseLine({ description, twoLines, actor, links, children }: CauseLineProps) {
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
