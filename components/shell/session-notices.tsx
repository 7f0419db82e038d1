"use client";

import { useQuery } from "@tanstack/react-query";
import { useOffline } from "next/offline";
import { Suspense, useEffect, useRef } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { needsSignIn } from "#components/data/calls/api-problem.ts";
import { useLiveFleet } from "#components/data/live/live-fleet.tsx";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { setSignInDialogOpen } from "#components/data/session/sign-in-again.ts";
import { dropPendingPage, usePendingPage } from "#components/ui/address/pending-page.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { retryMissingChunks, useMissingChunks } from "#components/ui/state/chunk-failures.ts";
import type { SessionInfo } from "#lib/contract/session.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { formatClockTime } from "#lib/words/format-time.ts";

const PartNotice = lazyComponent(async () => (await import("./freshness-notice.tsx")).FreshnessNotice);

/** Notices for every page: session end, server update, missing data, Gardener rules newer than this Almanac. */
export function SessionNotices() {
  const { data: session, error } = useQuery(sessionQuery);
  const freshness = useQuery({ ...fleetQuery, select: (fleet) => fleet.freshness }).data;
  const { connection, reauthAt, outdated, updated } = useLiveFleet();
  const missing = useMissingChunks();
  const isPagePending = usePendingPage();
  const isOffline = useOffline();
  useRetryOnReturn(connection.state === "waiting" || isOffline);
  const clock = useDisplayClock();
  const signIn = { label: text("Sign in again"), run: () => setSignInDialogOpen(true) };
  const endsAt = endOfSession(session, parseInstant(reauthAt));
  return (
    <div className="flex flex-col gap-2 px-4 not-empty:pt-3 sm:px-6">
      {needsSignIn(error) && (
        <Notice hue="caution" title={text("Your session has ended")} act={signIn} live>
          {text("You see the last known data. Sign in again to update or change anything.")}
        </Notice>
      )}
      {!needsSignIn(error) && endsAt !== undefined && (
        <Notice
          hue="info"
          title={text("Your session ends at {time}", { time: formatClockTime(endsAt, clock) })}
          act={signIn}
          live
        >
          {text("Sign in again before then to keep the data live.")}
        </Notice>
      )}
      {(outdated || updated || missing === "replaced") && (
        <Notice
          hue="info"
          title={text("Almanac was updated")}
          live
          act={{ label: text("Reload"), run: () => window.location.reload() }}
        >
          {labelOfUpdate(outdated, missing)}
        </Notice>
      )}
      {missing === "away" && !isPagePending && !isOffline && (
        <Notice
          hue="caution"
          title={text("The server cannot be reached")}
          live
          act={{ label: text("Try again"), run: retryMissingChunks }}
        >
          {text("A part of this page could not be loaded. What you have typed is kept.")}
        </Notice>
      )}
      {(isPagePending || isOffline) && (
        <Notice
          hue="caution"
          title={text("The server cannot be reached")}
          live
          {...(isPagePending && { act: { label: text("Stay on this page"), run: dropPendingPage } })}
        >
          {text("Other pages open as soon as it answers.")}
        </Notice>
      )}
      {session?.olderRules && (
        <Notice hue="info" title={text("Gardener is newer than this Almanac knows")}>
          {session.olderRules}
        </Notice>
      )}
      <Suspense>{freshness?.parts && <PartNotice freshness={freshness} />}</Suspense>
    </div>
  );
}

/** Loads what is missing on the page once the server is back. */
function useRetryOnReturn(isAway: boolean): void {
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isAway) retryMissingChunks();
    wasAway.current = isAway;
  }, [isAway]);
}

function labelOfUpdate(outdated: boolean, missing: "away" | "replaced" | undefined): string {
  if (outdated) return text("This page is from an older version and no longer updates.");
  if (missing === "replaced")
    return text("A part of this page is no longer on the server. What you have typed stays until you reload.");
  return text("This page is from an older version and goes on. What you have typed stays until you reload.");
}

/** Returns when the session ends, if soon and not renewable. An announced time may belong to an earlier token. */
function endOfSession(session: SessionInfo | undefined, announcedAt: number | undefined): number | undefined {
  if (session === undefined || announcedAt === undefined || session.renewAfterSeconds !== undefined) return undefined;
  const endsAt = parseInstant(session.expiresAt);
  return endsAt !== undefined && endsAt <= announcedAt + 1_000 ? endsAt : undefined;
}
