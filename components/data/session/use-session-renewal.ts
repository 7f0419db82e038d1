import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SessionInfo } from "#lib/contract/session.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { onSessionChange, renewSession } from "../calls/session-renewal.ts";
import { sessionQuery } from "../queries/session-queries.ts";

const retryMs = 10_000;
const leastWaitMs = 1_000;
/** Longest delay of a timer in ms, because browsers store it in 32 bits. */
const longestWaitMs = 2 ** 31 - 1;
const askAgain = { queryKey: sessionQuery.queryKey, exact: true } as const;

/** Renews the session before its token expires; refetches it when it has ended or another tab has changed it. */
export function useSessionRenewal(session: SessionInfo | undefined, readAt: number): void {
  const client = useQueryClient();
  useEffect(() => onSessionChange(() => void client.invalidateQueries(askAgain)), [client]);

  useEffect(() => {
    if (session === undefined) return;
    const renewable = session.renewAfterSeconds !== undefined;
    const dueAt = renewable
      ? readAt + (session.renewAfterSeconds ?? 0) * 1000
      : (parseInstant(session.expiresAt) ?? Number.POSITIVE_INFINITY);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;

    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void check(), Math.min(longestWaitMs, Math.max(leastWaitMs, ms)));
    };
    const check = async () => {
      if (Date.now() < dueAt) return wait(dueAt - Date.now());
      const renewal = renewable ? await renewSession(false) : "kept";
      if (stopped) return;
      if (renewal === "unavailable") wait(retryMs * (0.5 + Math.random()));
      else void client.invalidateQueries(askAgain);
    };
    // Timers do not run while a computer sleeps, so the session is checked when the page becomes visible.
    const awake = () => {
      if (Date.now() >= dueAt) void check();
    };
    wait(dueAt - Date.now());
    document.addEventListener("visibilitychange", awake);
    window.addEventListener("online", awake);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", awake);
      window.removeEventListener("online", awake);
    };
  }, [client, session, readAt]);
}
