"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { Instant } from "#components/data/shown/instant.tsx";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { Session } from "#lib/contract/session.ts";
import { signInMethodWords } from "#lib/words/permission-words.ts";
import { PermissionsCard } from "./permissions-card.tsx";

/** Who am I here, until when, and what may I do? */
export function SessionScreen() {
  const { data: session, error } = useQuery(sessionQuery);
  return (
    <div className="scrollbar-thin relative min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex max-w-3xl flex-col gap-4">
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">Your session</h1>
        {session === undefined && error === null && <Skeleton className="h-64 rounded-card" />}
        {session === undefined && error !== null && (
          <Notice hue="negative" title="The session could not be read">
            {faultOf(error).detail}
          </Notice>
        )}
        {session !== undefined && (
          <>
            <PersonCard session={session} />
            <TimesCard session={session} />
          </>
        )}
        <PermissionsCard />
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

function PersonCard({ session: { user, garden, method } }: { readonly session: Session }) {
  return (
    <Card id="person" title="Who you are">
      <dl className="text-base">
        {user.displayName !== undefined && <Fact name="Name">{user.displayName}</Fact>}
        <Fact name="User name">
          <span className="font-mono text-sm break-all" translate="no">
            {user.name}
          </span>
        </Fact>
        <Fact name="Groups">
          <Groups groups={user.groups.toSorted()} />
        </Fact>
        <Fact name="Garden">
          <span translate="no">{garden.name}</span>
        </Fact>
        <Fact name="Signed in">{signInMethodWords[method]}</Fact>
      </dl>
    </Card>
  );
}

function Groups({ groups }: { readonly groups: readonly string[] }) {
  if (groups.length === 0) return <span className="text-tertiary">none</span>;
  return (
    <ul className="flex flex-wrap gap-1.5" translate="no">
      {groups.map((group) => (
        <li key={group} className="max-w-full break-all">
          <Tag hue="neutral">{group}</Tag>
        </li>
      ))}
    </ul>
  );
}

function TimesCard({ session }: { readonly session: Session }) {
  return (
    <Card id="times" title="Session">
      <dl className="text-base">
        <Fact name="Since">
          <Instant at={session.signedInAt} />
        </Fact>
        {session.renewAfterSeconds !== undefined && (
          <Fact name="Token until">
            <Instant at={session.expiresAt} />, renewed automatically before then
          </Fact>
        )}
        <Fact name="Ends">
          <Instant at={session.endsAt} />
        </Fact>
      </dl>
      {session.readOnly && (
        <p className="mt-2 text-sm text-secondary">This Almanac is in read-only mode: nothing can be changed here.</p>
      )}
    </Card>
  );
}
