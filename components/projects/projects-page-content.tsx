// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderKanban, Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { ExportList } from "#components/data/export/export-list.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { projectsQuery } from "#components/data/queries/project-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { renderBreakableWord } from "#components/ui/render-breakable-word.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ListedProject } from "#lib/contract/project/projects.ts";
import { text } from "#lib/language/text.ts";
import { formatList } from "#lib/words/format-list.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { projectRoleLabel } from "#lib/words/project-role-descriptions.ts";
import { NewProjectDialog } from "./new-project-dialog.tsx";
import { nextEventLabel } from "./next-event-label.ts";
import { type NextEvent, type ProjectNumbers, projectNumbersOf } from "./project-numbers.ts";
import { ProjectPhase } from "./project-phase.tsx";

/** Page of all projects that the user sees, with what their clusters add up to. */
export function ProjectsPageContent() {
  const projects = useQuery(projectsQuery);
  const fleet = useQuery(fleetQuery).data;
  const numbers = useMemo(() => fleet && projectNumbersOf(fleet), [fleet]);
  const [typed, setTyped] = useState("");
  const held = projects.data?.projects ?? [];
  const found = held.filter((project) => isFound(project, typed));
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Projects")}</h1>
        <div className="flex flex-wrap items-center gap-2">
          {found.length > 0 && (
            <ExportList
              list={{
                count: found.length,
                counted: (count) => text("{count, plural, one {# project} other {# projects}}", { count }),
                make: async () =>
                  (await import("#lib/view/export/export-projects.ts")).exportProjects(
                    found.map((project) => ({ project, numbers: numbers?.get(project.name) })),
                    Date.now(),
                  ),
              }}
            />
          )}
          <NewProjectButton mayCreate={projects.data?.mayCreate} taken={held.map(({ name }) => name)} />
        </div>
      </header>
      {projects.isError && projects.data === undefined ? (
        <ReadFailureNotice title={text("The projects could not be read")} of={projects} />
      ) : projects.data === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : held.length === 0 ? (
        <EmptyState icon={<FolderKanban />} title={text("You are not a member of any project.")}>
          {text("Create one, or ask the owner of a project to add you.")}
        </EmptyState>
      ) : (
        <>
          {held.length > 10 && (
            <input
              type="search"
              aria-label={text("Search projects")}
              placeholder={text("Search projects")}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              className={`${inputClass} h-8 w-full text-base sm:max-w-88`}
            />
          )}
          <ProjectTable projects={found} numbers={numbers} />
        </>
      )}
    </div>
  );
}

function isFound({ name, title = "", description = "", owner = "" }: ListedProject, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return [name, title, description, owner].some((part) => part.toLowerCase().includes(wanted));
}

function NewProjectButton({ mayCreate, taken }: { readonly mayCreate: boolean | undefined; readonly taken: string[] }) {
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const readOnly = useReadOnlyReason();
  const forbidden = mayCreate === false ? text("You are not allowed to create projects.") : undefined;
  return (
    <>
      <Button ref={opener} variant="primary" disabledReason={readOnly ?? forbidden} onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        {text("New project")}
      </Button>
      {open && <NewProjectDialog opener={opener} taken={taken} onClose={() => setOpen(false)} />}
    </>
  );
}

const columns = () => [
  { title: text("Project") },
  { title: text("Owner") },
  { title: text("Your roles") },
  { title: text("Clusters"), numeric: true },
  { title: text("Unhealthy"), numeric: true },
  { title: text("Next forced change") },
  { title: text("Unused") },
];

interface ProjectTableProps {
  readonly projects: readonly ListedProject[];
  /** Undefined while the clusters are not read. */
  readonly numbers: ReadonlyMap<string, ProjectNumbers> | undefined;
}

function ProjectTable({ projects, numbers }: ProjectTableProps) {
  if (projects.length === 0) return <p className="text-base text-secondary">{text("No project matches.")}</p>;
  return (
    <div className="shrink-0 overflow-x-auto rounded-card border border-hairline bg-canvas">
      <CardTable aria-label={text("Projects")} columns={columns()}>
        {projects.map((project) => (
          <ProjectRow
            key={project.name}
            project={project}
            numbers={numbers && (numbers.get(project.name) ?? "not-seen")}
          />
        ))}
      </CardTable>
    </div>
  );
}

interface ProjectRowProps {
  readonly project: ListedProject;
  /** Undefined while the clusters are not read; `not-seen` if the user is not allowed to list them. */
  readonly numbers: ProjectNumbers | "not-seen" | undefined;
}

function ProjectRow({ project, numbers }: ProjectRowProps) {
  const { name, title, phase, description, owner, roles, stale } = project;
  const isSeen = numbers !== "not-seen";
  const known = isSeen ? numbers : undefined;
  const listed = (query = "") => `/clusters?project=${encodeURIComponent(name)}${query}`;
  return (
    <tr role="row" className="align-baseline max-sm:block max-sm:px-4 max-sm:py-3">
      <th
        role="rowheader"
        scope="row"
        className="min-w-40 text-left font-normal max-sm:block max-sm:pb-1 sm:px-3 sm:py-2 sm:pl-4"
      >
        <span className="flex flex-wrap items-center gap-x-2">
          <Link href={`/projects/${encodeURIComponent(name)}`} className="font-medium text-link hover:underline">
            {title ?? name}
          </Link>
          {title !== undefined && <span className="text-sm text-tertiary">{name}</span>}
          <ProjectPhase phase={phase} />
        </span>
        {description !== undefined && <span className="block text-sm text-pretty text-secondary">{description}</span>}
      </th>
      <CardCell title={text("Owner")} empty={owner === undefined}>
        {owner !== undefined && renderBreakableWord(owner, /(?<=@)/)}
      </CardCell>
      <CardCell title={text("Your roles")} empty={roles.length === 0}>
        {formatList(roles.map(projectRoleLabel))}
      </CardCell>
      <CardCell title={text("Clusters")} numeric empty={!isSeen}>
        <Count value={known?.clusters} href={listed()} />
      </CardCell>
      <CardCell title={text("Unhealthy")} numeric empty={!isSeen}>
        <Count value={known?.unhealthy} href={listed("&status=unhealthy")} />
      </CardCell>
      <CardCell title={text("Next forced change")} empty={known?.next === undefined}>
        {known?.next && <NextChange project={name} next={known.next} />}
      </CardCell>
      <CardCell title={text("Unused")} empty={stale === undefined}>
        {stale && <Unused stale={stale} />}
      </CardCell>
    </tr>
  );
}

function Count({ value, href }: { readonly value: number | undefined; readonly href: string }) {
  if (value === undefined) return <Skeleton className="inline-block h-4 w-6" />;
  if (value === 0) return <span className="text-tertiary tabular-nums">0</span>;
  return (
    <Link href={href} className="text-link tabular-nums hover:underline">
      {text("{value, number}", { value })}
    </Link>
  );
}

interface NextChangeProps {
  readonly project: string;
  readonly next: NextEvent;
}

function NextChange({ project, next }: NextChangeProps) {
  const clock = useDisplayClock();
  return (
    <span>
      {nextEventLabel(next, clock)}{" "}
      <Link
        href={`/clusters/${encodeURIComponent(project)}/${encodeURIComponent(next.cluster)}/updates`}
        className="text-link underline"
      >
        {next.cluster}
      </Link>
    </span>
  );
}

/** Since when Gardener regards a project as unused, or when it deletes the project. */
function Unused({ stale }: { readonly stale: NonNullable<ListedProject["stale"]> }) {
  const clock = useDisplayClock();
  if (stale.deletedAt === undefined) return text("since {date}", { date: formatDate(stale.staleSince, clock) });
  return (
    <span className="font-medium text-negative-text">
      {text("deleted from {date} on, if still unused", { date: formatDate(stale.deletedAt, clock) })}
    </span>
  );
}
