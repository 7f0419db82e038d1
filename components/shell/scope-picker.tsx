// biome-ignore-all lint/a11y/useKeyWithClickEvents: the input handles the keys of its options.
// biome-ignore-all lint/a11y/useSemanticElements: a combobox is an ARIA widget; native elements cannot carry it.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus stays in the input (active descendant), as the pattern asks.
"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Layers, Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { gardenHere } from "#components/data/address/garden-here.ts";
import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import { keepInTab, readKept } from "#components/data/kept/tab-store.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { inputClass } from "#components/ui/form/field.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { projectChoices, withRecent } from "#lib/view/grid/project-choices.ts";
import { countOf } from "#lib/words/count.ts";
import { GardenChoices } from "./garden-choices.tsx";

/** Pages whose address narrows them down; from the others the choice leads to the list of clusters. */
const narrowed: ReadonlySet<string> = new Set(["/", "/clusters", "/forecast", "/calendar"]);
/** More than anybody reads; what is typed finds the rest. */
const mostShown = 100;
const recentKey = "almanac-recent-projects";
const recentSchema = z.array(z.string());

interface ScopePickerProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** A combobox of the projects that one may see: those chosen last first, and a search in names and descriptions. */
export function ScopePicker({ anchor, onClose }: ScopePickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const [recent] = useState(() => readKept(recentKey, recentSchema) ?? []);
  const scope = useQuery({
    ...fleetQuery,
    select: (fleet) => (fleet.freshness.state === "loading" ? undefined : fleet.scope),
  }).data;
  const query = useUrlQuery();
  const path = usePagePath();
  const openPage = useOpenPage();
  const asked = query.filters.get("project") ?? [];

  const groups = projectChoices(scope?.projects ?? [], { typed, recent });
  const found = groups.flatMap(({ choices }) => choices);
  const all = typed.trim() === "" ? [undefined] : [];
  const offered: readonly (string | undefined)[] = [...all, ...found.slice(0, mostShown).map(({ name }) => name)];
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  const choose = (project: string | undefined) => {
    if (project !== undefined) keepInTab(recentKey, withRecent(recent, project));
    const next = withFilter(query, "project", project === undefined ? [] : [project]);
    if (narrowed.has(path)) writeUrlQuery(next, "push");
    else openPage(`/clusters${formatFleetQuery(next)}`);
    onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && offered.length > 0) {
      event.preventDefault();
      setActive((active + step + offered.length) % offered.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (active < offered.length) choose(offered[active]);
    }
  };
  const optionProps = (project: string | undefined) => {
    const at = offered.indexOf(project);
    return {
      id: `${id}-${at}`,
      role: "option",
      "aria-selected": at === active,
      onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onPointerMove: () => setActive(at),
      onClick: () => choose(project),
      className:
        "flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 py-1 text-base aria-selected:bg-hover [&_svg]:size-4 [&_svg]:shrink-0",
    } as const;
  };
  return (
    <Popover
      anchor={anchor}
      open
      onOpenChange={onClose}
      label={gardenHere() === undefined ? "Choose a project" : "Choose a garden or a project"}
      align="start"
      firstFocus={input}
      className="w-80 max-w-[calc(100vw-1rem)] p-1!"
    >
      {gardenHere() !== undefined && <GardenChoices />}
      <div className="relative">
        <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-tertiary" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search projects"
          aria-autocomplete="list"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={offered.length > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="Search projects"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
          }}
          onKeyDown={handleKey}
          className={`${inputClass} h-8 pl-8`}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Projects"
        className="scrollbar-thin mt-1 max-h-80 overflow-y-auto"
      >
        {all.length > 0 && (
          <div {...optionProps(undefined)}>
            <Layers aria-hidden />
            <span className="flex-1">All projects</span>
            {asked.length === 0 && <Chosen />}
          </div>
        )}
        {groups.map(({ title, choices }) => (
          <div key={title} role="group" aria-label={title}>
            <div aria-hidden className="px-2 pt-2 pb-1 text-xs font-medium text-tertiary">
              {title}
            </div>
            {choices
              .filter(({ name }) => offered.includes(name))
              .map(({ name, description }) => (
                <div key={name} {...optionProps(name)}>
                  <span className="flex min-w-0 flex-1 flex-col" title={description}>
                    <span className="truncate">{name}</span>
                    {description !== undefined && <span className="truncate text-xs text-tertiary">{description}</span>}
                  </span>
                  {asked.includes(name) && <Chosen />}
                </div>
              ))}
          </div>
        ))}
      </div>
      <p role="status" className="px-2 py-1 text-xs text-tertiary empty:hidden">
        {scope === undefined
          ? "Loading projects…"
          : scope.projects.length === 0
            ? "You are not a member of any project."
            : found.length === 0
              ? "No project matches."
              : found.length > mostShown
                ? `${countOf(found.length - mostShown, "more project")}: type to narrow down.`
                : ""}
      </p>
    </Popover>
  );
}

function Chosen() {
  return (
    <>
      <Check aria-hidden />
      <span className="sr-only">(chosen)</span>
    </>
  );
}
