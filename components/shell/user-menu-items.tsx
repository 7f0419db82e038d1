import { useQuery } from "@tanstack/react-query";
import { LogOut, Settings2, UserRound } from "lucide-react";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { useSignOut } from "#components/data/session/use-sign-out.ts";
import { Link } from "#components/ui/address/link.tsx";
import { MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { text } from "#lib/language/text.ts";

export function UserMenuItems() {
  const user = useQuery(sessionQuery).data?.user;
  const leaving = useSignOut();
  const name = user?.displayName ?? user?.name ?? "";
  return (
    <>
      <div className="px-2 pt-1.5 pb-1">
        <p className="truncate text-base font-medium">{name || text("Being read")}</p>
        {user?.displayName !== undefined && <p className="truncate text-xs text-tertiary">{user.name}</p>}
      </div>
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/settings">
          <Settings2 aria-hidden />
          {text("Settings")}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href="/session">
          <UserRound aria-hidden />
          {text("Your session")}
        </Link>
      </MenuItem>
      <MenuItem disabled={leaving.isPending} onSelect={() => leaving.mutate("here")}>
        <LogOut aria-hidden />
        {text("Sign out")}
      </MenuItem>
    </>
  );
}
