"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { SessionInfo } from "#lib/contract/session.ts";
import { text } from "#lib/language/text.ts";
import { signInMethodLabels } from "#lib/words/permission-descriptions.ts";
import { GardenAccessCard } from "./garden-access-card.tsx";
import { GroupsList } from "./groups-list.tsx";
import { PermissionsCard } from "./permissions-card.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

/** Page of the session: the user, the end of the session, permissions with reasons, and a kubeconfig for the garden. */
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
      </div>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[9rem_1fr] gap-x-4 gap-y-1 py-1.5 max-sm:grid-cols-1">
      <dt className="text-secondary">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function PersonCard({ session: { user, garden, gardenIdentity, method } }: { readonly session: SessionInfo }) {
  return (
    <Card id="person" title={text("Who you are")}>
      <dl className="text-base">
        {user.displayName !== undefined && <Fact name={text("Name")}>{user.displayName}</Fact>}
        <Fact name={text("User name")}>
          <span className="font-mono text-sm break-all" translate="no">
            {user.name}
          </span>
        </Fact>
        <Fact name={text("Groups")}>
          <GroupsList groups={user.groups} />
        </Fact>
        <Fact name={text("Garden")}>
          <span translate="no">{garden.name}</span>
        </Fact>
        {gardenIdentity !== undefined && (
          <Fact name={text("Identity of the garden")}>
            <span className="font-mono text-sm break-all" translate="no">
              {gardenIdentity}
            </span>
          </Fact>
        )}
        <Fact name={text("Signed in")}>{text(signInMethodLabels[method])}</Fact>
      </dl>
    </Card>
  );
}

function TimesCard({ session }: { readonly session: SessionInfo }) {
  return (
    <Card id="times" title={text("Session")} aside={<SignOutEverywhere session={session} />}>
      <dl className="text-base">
        <Fact name={text("Since")}>
          <TimestampText at={session.signedInAt} />
        </Fact>
        <Fact name={text("Token until")}>
          {session.tokenExpiresAt === undefined ? (
            <span className="text-tertiary">{text("not stated in the token")}</span>
          ) : session.renewAfterSeconds === undefined ? (
            <TimestampText at={session.tokenExpiresAt} />
          ) : (
            richText("<time></time>, renewed automatically before then", {
              time: () => <TimestampText at={session.tokenExpiresAt} />,
            })
          )}
        </Fact>
        <Fact name={text("Ends")}>
          <TimestampText at={session.endsAt} />
        </Fact>
      </dl>
      {session.readOnly && (
        <p className="mt-2 text-sm text-secondary">
          {text("This Almanac is in read-only mode: nothing can be changed here.")}
        </p>
      )}
    </Card>
  );
}
