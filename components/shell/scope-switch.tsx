"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, FolderTree, Layers } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { fleetQuery } from "#components/data/fleet-queries.ts";
import { useUrlQuery, writeUrlQuery } from "#components/data/url-query.ts";
import { Button } from "#components/ui/button.tsx";
import {
  Menu,
  MenuContent,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from "#components/ui/menu.tsx";
import { formatFleetQuery, withFilter } from "#lib/view/fleet-query.ts";

const everything = "*";

/** One project, or all that one may see. It is the filter `project` of the address, so a link carries it. */
export function ScopeSwitch() {
  const scope = useQuery({ ...fleetQuery, select: (fleet) => fleet.scope }).data;
  const query = useUrlQuery();
  const path = usePathname();
  const router = useRouter();
  const asked = query.filters.get("project") ?? [];
  const [only] = asked;
  const label = asked.length === 0 ? "All projects" : asked.length === 1 ? only : `${asked.length} projects`;
  const choose = (project: string) => {
    const next = withFilter(query, "project", project === everything ? [] : [project]);
    if (path === "/clusters") writeUrlQuery(next, "push");
    else router.push(`/clusters${formatFleetQuery(next)}`);
  };
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={`Scope: ${label}`} className="max-w-48">
          {asked.length === 0 ? <Layers aria-hidden /> : <FolderTree aria-hidden />}
          <span className="truncate text-ink">{label}</span>
          <ChevronsUpDown aria-hidden className="text-tertiary" />
        </Button>
      </MenuTrigger>
      <MenuContent align="start" className="max-h-96 w-64">
        <MenuRadioGroup
          value={asked.length === 0 ? everything : asked.length === 1 ? (only ?? "") : ""}
          onValueChange={choose}
        >
          <MenuRadioItem value={everything}>
            <Layers aria-hidden />
            All projects
          </MenuRadioItem>
          <MenuSeparator />
          <MenuLabel>{scope === undefined ? "Projects are being read" : "Projects"}</MenuLabel>
          {scope?.projects.map(({ name, description }) => (
            <MenuRadioItem key={name} value={name}>
              <span className="flex min-w-0 flex-col">
                <span className="truncate">{name}</span>
                {description !== undefined && <span className="truncate text-xs text-tertiary">{description}</span>}
              </span>
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        {scope?.projects.length === 0 && <p className="px-2 pb-2 text-sm text-tertiary">You are a member of none.</p>}
      </MenuContent>
    </Menu>
  );
}
