"use client";

import { BookmarkPlus, Copy, FileDiff, GitCompareArrows, type LucideIcon, Star, StarOff } from "lucide-react";
import { type RefObject, useLayoutEffect } from "react";
import { useActDialog } from "#components/act/act-dialog.tsx";
import { NewWatchRuleItem } from "#components/data/notices/new-watch-rule-item.tsx";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { togglePinned, usePinsAndRecentVisits } from "#components/data/storage/habits.ts";
import { openTemplateTask } from "#components/data/templates/open-template-task.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { MenuItem } from "#components/ui/overlay/menu.tsx";
import type { Act } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { newClusterPath, templateDriftPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { comparePath } from "#lib/view/compare/compare-address.ts";

export interface ActMenuEntry {
  readonly title: string;
  readonly act: Act;
  readonly icon: LucideIcon;
  /** Key that selects the item while the menu is open. Irreversible actions have no key. */
  readonly letter?: string;
  /** Why the action is unavailable now. The item stays in the menu so that every user can read the reason. */
  readonly reason?: string | undefined;
}

interface MenuActItemProps {
  readonly cluster: FleetRow;
  readonly item: ActMenuEntry;
  /** The menu's button, which gets the focus back when the action's dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
}

/** Menu item that opens the preview of an action. The ellipsis after its title announces the preview. */
export function MenuActItem({ cluster, item, opener }: MenuActItemProps) {
  const { open, preload } = useActDialog();
  const { title, act, icon: Icon, letter, reason } = item;
  if (reason !== undefined) return <RefusedItem icon={Icon} title={`${title}…`} letter={letter} reason={reason} />;
  return (
    <MenuItem
      {...keysOf(letter)}
      onPointerEnter={preload}
      onSelect={() => {
        // A closing menu returns the focus to its button, so the dialog opens two frames later.
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

interface MenuLinkProps extends Pick<ActMenuEntry, "title" | "icon"> {
  readonly href: string;
  /** Why this user cannot follow the link. */
  readonly reason?: string | undefined;
}

/** Menu item that links to another page of the cluster. */
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

interface RefusedItemProps extends Pick<ActMenuEntry, "title" | "icon"> {
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

/** Menu items that do not change the cluster: compare, clone, save as template, pin, and create a watch rule. */
export function NonModifyingMenuItems({ row }: { readonly row: FleetRow }) {
  const isPinned = usePinsAndRecentVisits().pinned.includes(row.uid);
  const readOnly = useReadOnlyReason();
  return (
    <>
      <MenuLink href={comparePath([row])} title={text("Compare with…")} icon={GitCompareArrows} />
      <MenuLink href={templateDriftPath(row)} title={text("Compare with template…")} icon={FileDiff} />
      <MenuLink href={newClusterPath({ source: row })} title={text("Clone…")} icon={Copy} />
      <MenuItem
        disabled={readOnly !== undefined}
        onSelect={() => openTemplateTask({ kind: "save-cluster", cluster: { project: row.project, name: row.name } })}
      >
        <BookmarkPlus aria-hidden />
        {text("Save as template…")}
      </MenuItem>
      <MenuItem onSelect={() => togglePinned(row)}>
        {isPinned ? <StarOff aria-hidden /> : <Star aria-hidden />}
        {isPinned ? text("Unpin", {}, "cluster") : text("Pin", {}, "cluster")}
      </MenuItem>
      <NewWatchRuleItem subject={{ kind: "cluster", project: row.project, name: row.name }} />
    </>
  );
}

/** Makes letter keys activate the items of an open menu; by default they would only focus the item. */
export function useMenuLetterKeys(): void {
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
