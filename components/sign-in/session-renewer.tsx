"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { needsSignIn } from "#components/data/calls/api-problem.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { setSignInDialogOpen, useSignInDialogOpen } from "#components/data/session/sign-in-again.ts";
import { useSessionRenewal } from "#components/data/session/use-session-renewal.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";

const SignInAgainDialog = lazyComponent(async () => (await import("./sign-in-again-dialog.tsx")).SignInAgainDialog);

/**
 * Renews the session while the page is open. After its end, the user signs in again in a dialog above the page, so that
 * nothing typed is lost.
 */
export function SessionRenewer() {
  const client = useQueryClient();
  const { data: session, error, isSuccess, dataUpdatedAt } = useQuery(sessionQuery);
  const asked = useSignInDialogOpen();
  const ended = needsSignIn(error);
  const wasEnded = useRef(false);
  const person = useRef<string>(undefined);
  useSessionRenewal(ended ? undefined : session, dataUpdatedAt);

  useEffect(() => {
    if (ended) {
      setSignInDialogOpen(true);
      wasEnded.current = true;
      // Waits until the session was read successfully: queries before that would be refused and make it be read again.
    } else if (wasEnded.current && isSuccess) {
      wasEnded.current = false;
      setSignInDialogOpen(false);
      // Queries that have failed without a session are fetched again after sign-in.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
    }
  }, [client, ended, isSuccess]);

  useEffect(() => {
    if (session === undefined) return;
    // If another user has signed in, the page is reloaded, so that no data of the previous user stay on screen.
    if (person.current !== undefined && person.current !== session.user.name) window.location.reload();
    person.current = session.user.name;
  }, [session]);

  if (!asked) return null;
  return (
    <Suspense>
      <SignInAgainDialog onClose={() => setSignInDialogOpen(false)} />
    </Suspense>
  );
}
