"use client";

import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";

const everything = "*";
/** Pages whose address narrows them down; from the others the choice leads to the list of clusters. */
const narrowed: ReadonlySet<string> = new Set(["/", "/clusters", "/forecast", "/calendar"]);

export function ScopeItems() {
  const scope = useQuery({
    ...fleetQuery,
    select: (fleet) => (fleet.freshness.state === "loading" ? undefined : fleet.scope),
  }).data;
  const query = useUrlQuery();
  const path = usePathname();
  const router = useRouter();
  const asked = query.filters.get("project") ?? [];
  const [only] = asked;
  const choose = (project: string) => {
    const next = withFilter(query, "project", project === everything ? [] : [project]);
    if (narrowed.has(path)) writeUrlQuery(next, "push");
    else router.push(`/clusters${formatFleetQuery(next)}`);
  };
  return (
    <>
      <MenuRadioGroup
        value={asked.length === 0 ? everything : asked.length === 1 ? (only ?? "") : ""}
        onValueChange={choose}
      >
        <MenuRadioItem value={everything}>
          <Layers aria-hidden />
          All projects
        </MenuRadioItem>
        <MenuSeparator />
        <MenuLabel>{scope === undefined ? "Loading projects" : "Projects"}</MenuLabel>
        {scope?.projects.map(({ name, description }) => (
          <MenuRadioItem key={name} value={name}>
            <span className="flex min-w-0 flex-col">
              <span className="truncate">{name}</span>
              {description !== undefined && <span className="truncate text-xs text-tertiary">{description}</span>}
            </span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      {scope?.projects.length === 0 && (
        <p className="px-2 pb-2 text-sm text-tertiary">You are not a member of any project.</p>
      )}
    </>
  );
}
