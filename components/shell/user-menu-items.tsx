import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut, Settings2, UserRound } from "lucide-react";
import { clearSessionData } from "#components/data/calls/query-client.ts";
import { announceSession } from "#components/data/calls/session-renewal.ts";
import { signOut } from "#components/data/calls/sign-out.ts";
import { useLiveFleet } from "#components/data/live/live-fleet.tsx";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { clearActRequests } from "#components/data/storage/request-journal.ts";
import { Link } from "#components/ui/address/link.tsx";
import { MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { text } from "#lib/language/text.ts";

export function UserMenuItems() {
  const user = useQuery(sessionQuery).data?.user;
  const client = useQueryClient();
  const toast = useToast();
  const { pausedAt, setPaused } = useLiveFleet();
  const leaving = useMutation({
    mutationFn: signOut,
    // Sign-out makes the server end the event stream, which must not be opened again before the page is left.
    onMutate: () => {
      setPaused(true);
      return { wasPaused: pausedAt !== undefined };
    },
    onSuccess: (target) => {
      clearSessionData(client);
      clearActRequests();
      announceSession();
      // Loads a new document after sign-out, so that no data of this user stay in memory.
      window.location.assign(target);
    },
    onError: (_error, _nothing, before) => {
      setPaused(before?.wasPaused === true);
      toast({
        id: "sign-out",
        kind: "error",
        title: text("Signing out did not work"),
        detail: text("You are still signed in. Try again."),
      });
    },
  });
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
      <MenuItem disabled={leaving.isPending} onSelect={() => leaving.mutate()}>
        <LogOut aria-hidden />
        {text("Sign out")}
      </MenuItem>
    </>
  );
}
