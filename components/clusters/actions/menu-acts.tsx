"use client";

import { GitCompareArrows, type LucideIcon, Star, StarOff } from "lucide-react";
import { type RefObject, useLayoutEffect } from "react";
import { useActDialog } from "#components/act/act-dialog.tsx";
import { NewWatchRuleItem } from "#components/data/notices/new-watch-rule-item.tsx";
import { togglePinned, useHabits } from "#components/data/storage/habits.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { MenuItem } from "#components/ui/overlay/menu.tsx";
import type { Act } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { comparePath } from "#lib/view/compare/compare-address.ts";

export interface MenuAct {
  readonly title: string;
  readonly act: Act;
  readonly icon: LucideIcon;
  /** Key that selects the item while the menu is open. Irreversible actions have none. */
  readonly letter?: string;
  /** Why the action is unavailable now. The item stays in the menu so that every user can read the reason. */
  readonly reason?: string | undefined;
}

interface MenuActItemProps {
  readonly cluster: FleetRow;
  readonly item: MenuAct;
  /** The menu's button, which gets the focus back when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
}

/** Menu item of an action. The dots after its title announce a preview. */
export function MenuActItem({ cluster, item, opener }: MenuActItemProps) {
  const { open, preload } = useActDialog();
  const { title, act, icon: Icon, letter, reason } = item;
  if (reason !== undefined) return <RefusedItem icon={Icon} title={`${title}…`} letter={letter} reason={reason} />;
  return (
    <MenuItem
      {...keysOf(letter)}
      onPointerEnter={preload}
      onSelect={() => {
        // The menu returns the focus when it closes; open the dialog only after that.
        requestAnimationFrame(() => requestAnimationFrame(() => open({ cluster, act, title, opener })));
      }}
    >
      <Icon aria-hidden />
      <span className="min-w-0 flex-1">{title}…</span>
      {letter !== undefined && (
        <span aria-hidden>
          <Kbd>{letter}</Kbd>
        </span>
      )}
    </MenuItem>
  );
}

interface MenuLinkProps extends Pick<MenuAct, "title" | "icon"> {
  readonly href: string;
  /** Why the link is unavailable to the current user. */
  readonly reason?: string | undefined;
}

/** Menu item that links to the page where something is selected or shown. */
export function MenuLink({ href, title, icon: Icon, reason }: MenuLinkProps) {
  if (reason !== undefined) return <RefusedItem icon={Icon} title={title} reason={reason} />;
  return (
    <MenuItem asChild>
      <Link href={href}>
        <Icon aria-hidden />
        {title}
      </Link>
    </MenuItem>
  );
}

interface RefusedItemProps extends Pick<MenuAct, "title" | "icon"> {
  readonly letter?: string | undefined;
  readonly reason: string;
}

function RefusedItem({ title, icon: Icon, letter, reason }: RefusedItemProps) {
  return (
    <MenuItem {...keysOf(letter)} aria-disabled className="items-start" onSelect={(event) => event.preventDefault()}>
      <Icon aria-hidden className="mt-0.5 opacity-55" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="text-tertiary">{title}</span>
        <span className="max-w-64 text-xs text-pretty text-tertiary">{reason}</span>
      </span>
    </MenuItem>
  );
}

function keysOf(letter: string | undefined) {
  return letter !== undefined && { "data-letter": letter, "aria-keyshortcuts": letter };
}

/** Menu items that do not change the cluster: compare, pin, notifications. */
export function HarmlessItems({ row }: { readonly row: FleetRow }) {
  const isPinned = useHabits().pinned.includes(row.uid);
  return (
    <>
      <MenuLink href={comparePath([row])} title={text("Compare with…")} icon={GitCompareArrows} />
      <MenuItem onSelect={() => togglePinned(row)}>
        {isPinned ? <StarOff aria-hidden /> : <Star aria-hidden />}
        {isPinned ? text("Unpin", {}, "cluster") : text("Pin", {}, "cluster")}
      </MenuItem>
      <NewWatchRuleItem subject={{ kind: "cluster", project: row.project, name: row.name }} />
    </>
  );
}

/** While the menu is open, the letter of an item activates it instead of only moving the focus to it. */
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
