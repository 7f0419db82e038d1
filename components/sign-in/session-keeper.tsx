"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { needsSignIn } from "#components/data/calls/api-problem.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { setSignInDialogOpen, useSignInDialogOpen } from "#components/data/session/sign-in-again.ts";
import { useSessionRenewal } from "#components/data/session/use-session-renewal.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";

const SignInAgain = lazyComponent(async () => (await import("./sign-in-again.tsx")).SignInAgain);

/**
 * Keeps the session alive while the page is open. When it has ended, the user signs in again in a dialog above the
 * page, which keeps its state: no typed text is lost.
 */
export function SessionKeeper() {
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
      // Refetches queries that failed without a session.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
    }
  }, [client, ended, isSuccess]);

  useEffect(() => {
    if (session === undefined) return;
    // Another user has signed in: no data of the previous one may stay on screen.
    if (person.current !== undefined && person.current !== session.user.name) window.location.reload();
    person.current = session.user.name;
  }, [session]);

  if (!asked) return null;
  return (
    <Suspense>
      <SignInAgain onClose={() => setSignInDialogOpen(false)} />
    </Suspense>
  );
}
