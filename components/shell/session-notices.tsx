"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { needsSignIn } from "#components/data/calls/api-problem.ts";
import { NewerGardenerNotice } from "#components/data/fleet-parts/newer-gardener-notice.tsx";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { useLiveFleet } from "#components/data/live/live-fleet.tsx";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { setSignInDialogOpen } from "#components/data/session/sign-in-again.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { SessionInfo } from "#lib/contract/session.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { formatClockTime } from "#lib/words/format-time.ts";
import { newerGardenletsQuery } from "./newer-gardenlets.tsx";

const OperatorAlert = lazyComponent(async () => (await import("./operator-alert.tsx")).OperatorAlert);
const PartNotice = lazyComponent(async () => (await import("./freshness-notice.tsx")).FreshnessNotice);

/** Notices for every page: the operator's alert, session end, missing data, Gardener rules newer than this Almanac. */
export function SessionNotices() {
  const { data: session, error } = useQuery(sessionQuery);
  const { alert } = useLandscapeConfiguration();
  const freshness = useQuery({ ...fleetQuery, select: (fleet) => fleet.freshness }).data;
  const { reauthAt } = useLiveFleet();
  const clock = useDisplayClock();
  const signIn = { label: text("Sign in again"), run: () => setSignInDialogOpen(true) };
  const endsAt = endOfSession(session, parseInstant(reauthAt));
  return (
    <div className="flex flex-col gap-2 px-4 not-empty:pt-3 sm:px-6">
      <Suspense>{alert !== undefined && <OperatorAlert alert={alert} />}</Suspense>
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
      {session !== undefined && <NewerGarden session={session} />}
      <Suspense>{freshness?.parts && <PartNotice freshness={freshness} />}</Suspense>
    </div>
  );
}

/** What makes rules doubtful on every page: a garden that is newer than this Almanac. */
function NewerGarden({ session }: { readonly session: SessionInfo }) {
  const gardenlets = useQuery(newerGardenletsQuery).data;
  if (session.olderRules === undefined) return null;
  const releases = { apiServer: session.gardener, gardenlets: gardenlets ? [gardenlets.newest] : [] };
  return <NewerGardenerNotice sentence={session.olderRules} {...releases} />;
}

/** Returns when the session ends, if soon and not renewable. An announced time may belong to an earlier token. */
function endOfSession(session: SessionInfo | undefined, announcedAt: number | undefined): number | undefined {
  if (session === undefined || announcedAt === undefined || session.renewAfterSeconds !== undefined) return undefined;
  const endsAt = parseInstant(session.expiresAt);
  return endsAt !== undefined && endsAt <= announcedAt + 1_000 ? endsAt : undefined;
}
