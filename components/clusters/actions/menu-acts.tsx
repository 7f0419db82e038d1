"use client";

import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import { type RefObject, useLayoutEffect } from "react";
import { useActDialog } from "#components/act/act-dialog.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { MenuItem } from "#components/ui/overlay/menu.tsx";
import type { Act } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

export interface MenuAct {
  readonly title: string;
  readonly act: Act;
  readonly icon: LucideIcon;
  /** Chooses it while the menu is open. What cannot be taken back has none. */
  readonly letter?: string;
  /** Why not now; the item stays, so that everybody can read the reason. */
  readonly reason?: string | undefined;
}

interface MenuActItemProps {
  readonly cluster: FleetRow;
  readonly item: MenuAct;
  /** The menu's button: it gets the focus back from the dialog. */
  readonly opener: RefObject<HTMLElement | null>;
}

/** An act in a menu. Its dots say that a preview comes first. */
export function MenuActItem({ cluster, item, opener }: MenuActItemProps) {
  const { open, preload } = useActDialog();
  const { title, act, icon: Icon, letter, reason } = item;
  const refused = reason !== undefined;
  return (
    <MenuItem
      {...(letter !== undefined && { "data-letter": letter, "aria-keyshortcuts": letter })}
      aria-disabled={refused || undefined}
      className={clsx(refused && "items-start")}
      onPointerEnter={preload}
      onSelect={(event) => {
        if (refused) return event.preventDefault();
        // The menu gives the focus back when it closes: what is opened must come after that.
        requestAnimationFrame(() => requestAnimationFrame(() => open({ cluster, act, title, opener })));
      }}
    >
      <Icon aria-hidden className={clsx(refused && "mt-0.5 opacity-55")} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className={clsx(refused && "text-tertiary")}>{title}…</span>
        {refused && <span className="max-w-64 text-xs text-pretty text-tertiary">{reason}</span>}
      </span>
      {letter !== undefined && !refused && (
        <span aria-hidden>
          <Kbd>{letter}</Kbd>
        </span>
      )}
    </MenuItem>
  );
}

/** While the menu is open, the letter of an act chooses it at once instead of going to it. */
export function useMenuLetters(): void {
  useLayoutEffect(() => {
    const choose = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !/^[a-z]$/.test(event.key)) return;
      const item = document.querySelector(`[role=menu] [data-letter="${event.key}"]:not([aria-disabled=true])`);
      if (!(item instanceof HTMLElement)) return;
      event.preventDefault();
      event.stopPropagation();
      item.click();
    };
    document.addEventListener("keydown", choose, true);
    return () => document.removeEventListener("keydown", choose, true);
  }, []);
}
