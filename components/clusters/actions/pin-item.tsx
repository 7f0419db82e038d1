"use client";

import { Star, StarOff } from "lucide-react";
import { habitBook, useHabits } from "#components/data/kept/habits.ts";
import { MenuItem } from "#components/ui/overlay/menu.tsx";

/** Keeps a cluster at hand for whoever looks, in this browser. */
export function PinItem({ uid }: { readonly uid: string }) {
  const isPinned = useHabits().pinned.includes(uid);
  return (
    <MenuItem onSelect={() => habitBook.togglePin(uid)}>
      {isPinned ? <StarOff aria-hidden /> : <Star aria-hidden />}
      {isPinned ? "Unpin" : "Pin"}
    </MenuItem>
  );
}
