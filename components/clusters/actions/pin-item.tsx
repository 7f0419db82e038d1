"use client";

import { Star, StarOff } from "lucide-react";
import { togglePinned, useHabits } from "#components/data/storage/habits.ts";
import { MenuItem } from "#components/ui/overlay/menu.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";

/** Keeps a cluster at hand for whoever looks, in this browser. */
export function PinItem({ row }: { readonly row: FleetRow }) {
  const isPinned = useHabits().pinned.includes(row.uid);
  return (
    <MenuItem onSelect={() => togglePinned(row)}>
      {isPinned ? <StarOff aria-hidden /> : <Star aria-hidden />}
      {isPinned ? text("Unpin", {}, "cluster") : text("Pin", {}, "cluster")}
    </MenuItem>
  );
}
