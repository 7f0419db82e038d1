import { useQuery } from "@tanstack/react-query";
import { Check, Layers } from "lucide-react";
import { type RefObject, useState } from "react";
import * as z from "zod/mini";
import { gardenNameOfDocument } from "#components/data/address/garden-here.ts";
import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import { GardenStatusLabel } from "#components/data/fleet-parts/garden-status-label.tsx";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { gardensQuery } from "#components/data/queries/gardens-queries.ts";
import { readStoredValue, storeInTab } from "#components/data/storage/tab-store.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { ChoicePopover, type PopoverChoice } from "#components/ui/overlay/choice-popover.tsx";
import type { TypeAheadBuffer } from "#components/ui/state/type-ahead-buffer.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import { projectChoices, withRecentProject } from "#lib/view/grid/project-choices.ts";

/** Pages that can be restricted to a project. On other pages a selected project opens the list of its clusters. */
const narrowed: ReadonlySet<string> = new Set(["/", "/clusters", "/forecast", "/calendar"]);
/** Maximum number of listed projects; the user can type to find others. */
const mostShown = 100;
const recentKey = "almanac-recent-projects";
const recentSchema = z.array(z.string());

interface ScopePickerProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly typedAhead: TypeAheadBuffer;
  readonly onClose: () => void;
}

/** Combobox of the user's projects: recent ones first, searchable by name and description. */
export function ProjectAndGardenPicker({ anchor, typedAhead, onClose }: ScopePickerProps) {
  const [typed, setTyped] = useState("");
  const [recent] = useState(() => readStoredValue(recentKey, recentSchema) ?? []);
  const scope = useQuery({
    ...fleetQuery,
    select: (fleet) => (areRowsComplete(fleet.freshness) ? fleet.scope : undefined),
  }).data;
  const query = useUrlQuery();
  const path = usePagePath();
  const openPage = useOpenPage();
  const asked = query.filters.get("project") ?? [];

  const groups = projectChoices(scope?.projects ?? [], { typed, recent });
  const found = groups.flatMap(({ choices }) => choices);
  const shown = new Set(found.slice(0, mostShown).map(({ name }) => name));

  const choose = (project: string | undefined) => {
    if (project !== undefined) storeInTab(recentKey, withRecentProject(recent, project));
    const next = withFilter(query, "project", project === undefined ? [] : [project]);
    if (narrowed.has(path)) writeUrlQuery(next, "push");
    else openPage(`/clusters${formatFleetQuery(next)}`);
  };
  const all: PopoverChoice = {
    key: "all",
    onChoose: () => choose(undefined),
    content: (
      <>
        <Layers aria-hidden />
        <span className="flex-1">{text("All projects")}</span>
        {asked.length === 0 && <Chosen />}
      </>
    ),
  };
  return (
    <ChoicePopover
      anchor={anchor}
      onClose={onClose}
      labels={{
        popover: gardenNameOfDocument() === undefined ? text("Choose a project") : text("Choose a garden or a project"),
        input: text("Search projects"),
        list: text("Projects"),
      }}
      placeholder={text("Search projects")}
      typed={typed}
      onType={setTyped}
      typedAhead={typedAhead}
      before={gardenNameOfDocument() !== undefined && <GardenChoices />}
      groups={[
        { choices: typed.trim() === "" ? [all] : [] },
        ...groups.map(({ title, choices }) => ({
          title,
          choices: choices
            .filter(({ name }) => shown.has(name))
            .map(({ name, description }) => ({
              key: name,
              onChoose: () => choose(name),
              content: (
                <>
                  <span className="flex min-w-0 flex-1 flex-col" title={description}>
                    <span className="truncate">{name}</span>
                    {description !== undefined && <span className="truncate text-xs text-tertiary">{description}</span>}
                  </span>
                  {asked.includes(name) && <Chosen />}
                </>
              ),
            })),
        })),
      ]}
      status={
        scope === undefined
          ? text("Loading projects…")
          : scope.projects.length === 0
            ? text("You are not a member of any project.")
            : found.length === 0
              ? text("No project matches.")
              : found.length > mostShown
                ? text("{count, plural, one {# more project} other {# more projects}}: type to narrow down.", {
                    count: found.length - mostShown,
                  })
                : ""
      }
    />
  );
}

function Chosen() {
  return (
    <>
      <Check aria-hidden />
      <span className="sr-only">{text("(chosen)")}</span>
    </>
  );
}

/** Links to the other gardens, each with its state and session. Loads a new document, which is bound to that garden. */
function GardenChoices() {
  const gardens = useQuery(gardensQuery).data?.gardens ?? [];
  const page = samePage(usePagePath());
  return (
    <nav aria-label={text("Gardens")} className="mb-1 border-b border-hairline pb-1">
      <div aria-hidden className="px-2 pt-1 pb-1 text-xs font-medium text-tertiary">
        {text("Gardens")}
      </div>
      <ul>
        {gardens.map(({ name, standing, user }) => (
          <li key={name}>
            <a
              href={`${gardenPrefix(name)}${page}`}
              aria-current={name === gardenNameOfDocument() ? "true" : undefined}
              className="focus-inset flex min-h-8 items-center gap-2 rounded-control px-2 py-1 text-base hover:bg-hover"
            >
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="truncate">{name}</span>
                <span className="flex gap-2 text-xs text-tertiary">
                  {standing !== undefined && <GardenStatusLabel standing={standing} />}
                  {user === undefined && <span className="truncate">{text("Not signed in")}</span>}
                </span>
              </span>
              {name === gardenNameOfDocument() && <Check aria-hidden className="size-4 shrink-0" />}
            </a>
          </li>
        ))}
        <li>
          <a
            href="/gardens"
            className="focus-inset flex min-h-8 items-center rounded-control px-2 py-1 text-base text-link hover:bg-hover"
          >
            {text("All gardens")}
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** Part of a path that exists in every garden, such as `/clusters`; a single cluster or run exists in only one. */
function samePage(path: string): string {
  const [, noun = ""] = path.split("/");
  return noun === "" ? "" : `/${noun}`;
}
