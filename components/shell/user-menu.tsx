"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { text } from "#lib/language/text.ts";

const load = () => import("./user-menu-items.tsx");
const UserMenuItems = lazyComponent(async () => (await load()).UserMenuItems);

/** Menu with the signed-in user's name, settings, and sign-out. */
export function UserMenu() {
  const user = useQuery(sessionQuery).data?.user;
  const name = user?.displayName ?? user?.name ?? "";
  const label = name === "" ? text("Account and settings") : text("Account and settings: {name}", { name });
  return (
    <LazyMenu
      items={<UserMenuItems />}
      preload={load}
      className="w-60"
      trigger={
        <Button variant="ghost" size="iconSm" title={label} aria-label={label}>
          <span
            aria-hidden
            className="grid size-6 place-items-center rounded-full bg-info-tint text-xs font-semibold text-info-text uppercase"
          >
            {name.slice(0, 1) || "·"}
          </span>
        </Button>
      }
    />
  );
}
