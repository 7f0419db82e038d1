"use client";

import { ChevronsUpDown, FolderTree, Layers } from "lucide-react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { Button } from "#components/ui/button.tsx";
import { latePart } from "#components/ui/late-part.tsx";
import { LateMenu } from "#components/ui/overlay/late-menu.tsx";

const load = () => import("./scope-items.tsx");
const ScopeItems = latePart(async () => (await load()).ScopeItems);

/** One project, or all that one may see. It is the filter `project` of the address, so a link carries it. */
export function ScopeSwitch() {
  const asked = useUrlQuery().filters.get("project") ?? [];
  const label = asked.length === 0 ? "All projects" : asked.length === 1 ? asked[0] : `${asked.length} projects`;
  return (
    <LateMenu
      items={ScopeItems}
      preload={load}
      align="start"
      className="max-h-96 w-72"
      trigger={
        <Button variant="ghost" size="sm" aria-label={`Scope: ${label}`} className="max-w-48">
          {asked.length === 0 ? <Layers aria-hidden /> : <FolderTree aria-hidden />}
          <span className="truncate text-ink">{label}</span>
          <ChevronsUpDown aria-hidden className="text-tertiary" />
        </Button>
      }
    />
  );
}
