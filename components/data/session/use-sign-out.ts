import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { text } from "#lib/language/text.ts";
import { requestErrorOf } from "../calls/api-problem.ts";
import { clearSessionData } from "../calls/query-client.ts";
import { announceSession } from "../calls/session-renewal.ts";
import { type SignOutExtent, signOut } from "../calls/sign-out.ts";
import { useLiveFleet } from "../live/live-fleet.tsx";
import { clearActRequests } from "../storage/request-journal.ts";

/** Returns a mutation that signs out and leaves the page. */
export function useSignOut() {
  const client = useQueryClient();
  const toast = useToast();
  const { pausedAt, setPaused } = useLiveFleet();
  return useMutation({
    mutationFn: (extent: SignOutExtent) => signOut(extent),
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
    onError: (error, extent, before) => {
      setPaused(before?.wasPaused === true);
      toast({
        id: "sign-out",
        kind: "error",
        title: text("Signing out did not work"),
        detail:
          (extent === "everywhere" ? requestErrorOf(error).detail : undefined) ??
          text("You are still signed in. Try again."),
      });
    },
  });
}
