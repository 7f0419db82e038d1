"use client";

import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { toggleSelected, useIsSelected } from "./selection.ts";

/** Marks a cluster on narrow screens. */
export function CardBox({ row }: { readonly row: FleetRow }) {
  return (
    <label className="-my-1 -ml-2 grid size-8 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={text("Select {project}/{name}", { project: row.project, name: row.name })}
        checked={useIsSelected(row.uid)}
        onChange={() => toggleSelected(row.uid)}
        className="size-4"
      />
    </label>
  );
}
