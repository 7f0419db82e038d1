"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { SessionInfo } from "#lib/contract/session.ts";
import { text } from "#lib/language/text.ts";
import { signInMethodLabels } from "#lib/words/permission-descriptions.ts";
import { GardenAccessCard } from "./garden-access-card.tsx";
import { GroupsList } from "./groups-list.tsx";
import { PermissionsCard } from "./permissions-card.tsx";
import { SessionFact } from "./session-fact.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

// Loaded on demand, because the table of all rules is large.
const GardenerCard = lazyComponent(async () => (await import("./gardener-card.tsx")).GardenerCard);

/** Page of the session: the user, its end, permissions with reasons, a kubeconfig, and the garden's Gardener. */
export function SessionPageContent() {
  const { data: session, error } = useQuery(sessionQuery);
  return (
    <div className="scrollbar-thin relative min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex max-w-3xl flex-col gap-4">
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Your session")}</h1>
        {session === undefined && error === null && <Skeleton className="h-64 rounded-card" />}
        {session === undefined && error !== null && (
          <Notice hue="negative" title={text("The session could not be read")}>
            {requestErrorOf(error).detail}
          </Notice>
        )}
        {session !== undefined && (
          <>
            <PersonCard session={session} />
            <TimesCard session={session} />
          </>
        )}
        <PermissionsCard />
        {session !== undefined && <GardenAccessCard identity={session.gardenIdentity} />}
        {session !== undefined && (
          <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
            <GardenerCard />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function PersonCard({ session: { user, garden, gardenIdentity, method } }: { readonly session: SessionInfo }) {
  return (
    <Card id="person" title={text("Who you are")}>
      <dl className="text-base">
        {user.displayName !== undefined && <SessionFact name={text("Name")}>{user.displayName}</SessionFact>}
        <SessionFact name={text("User name")}>
          <span className="font-mono text-sm break-all" translate="no">
            {user.name}
          </span>
        </SessionFact>
        <SessionFact name={text("Groups")}>
          <GroupsList groups={user.groups} />
        </SessionFact>
        <SessionFact name={text("Garden")}>
          <span translate="no">{garden.name}</span>
        </SessionFact>
        {gardenIdentity !== undefined && (
          <SessionFact name={text("Identity of the garden")}>
            <span className="font-mono text-sm break-all" translate="no">
              {gardenIdentity}
            </span>
          </SessionFact>
        )}
        <SessionFact name={text("Signed in")}>{text(signInMethodLabels[method])}</SessionFact>
      </dl>
    </Card>
  );
}

function TimesCard({ session }: { readonly session: SessionInfo }) {
  return (
    <Card id="times" title={text("Session")} aside={<SignOutEverywhere session={session} />}>
      <dl className="text-base">
        <SessionFact name={text("Since")}>
          <TimestampText at={session.signedInAt} />
        </SessionFact>
        <SessionFact name={text("Token until")}>
          {session.tokenExpiresAt === undefined ? (
            <span className="text-tertiary">{text("not stated in the token")}</span>
          ) : session.renewAfterSeconds === undefined ? (
            <TimestampText at={session.tokenExpiresAt} />
          ) : (
            richText("<time></time>, renewed automatically before then", {
              time: () => <TimestampText at={session.tokenExpiresAt} />,
            })
          )}
        </SessionFact>
        <SessionFact name={text("Ends")}>
          <TimestampText at={session.endsAt} />
        </SessionFact>
      </dl>
      {session.readOnly && (
        <p className="mt-2 text-sm text-secondary">
          {text("This Almanac is in read-only mode: nothing can be changed here.")}
        </p>
      )}
    </Card>
  );
}
