"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { cloudCredentialsQuery } from "#components/data/queries/credential-queries.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useUserRelation } from "#components/data/session/use-user-relation.ts";
import { useCreateBulkPlan } from "#components/data/storage/start-bulk.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { responsiblePartyOf } from "#lib/policy/next/responsible-party.ts";
import {
  credentialsAdoptionLabels,
  describeBinding,
  describeCredentialsAdoption,
  describeUncountedClusters,
  describeUnknownCredentialChange,
} from "#lib/view/credentials/cloud-credential-descriptions.ts";
import type { Cluster } from "../use-cluster.ts";

/** Cloud account card: the owner replaces credentials, and removes old ones once all sharing clusters reconciled. */
export function CloudAccountCard({ cluster }: { readonly cluster: Cluster }) {
  const { row, detail } = cluster;
  const { patchShoot, uncertain } = detail.permissions;
  const party = responsiblePartyOf("Owner", useUserRelation(row.project, uncertain ? undefined : patchShoot));
  const stamp = `${row.lastOperation?.state} ${row.lastOperation?.updatedAt}`;
  const { data, error, refetch } = useQuery({
    ...cloudCredentialsQuery(row, stamp),
    placeholderData: (before: CloudCredentials | undefined) => before,
  });
  return (
    <Card
      id="yours"
      title={
        party === "you"
          ? text("Cloud provider credentials (managed by you)")
          : text("Cloud provider credentials (managed by the owner)")
      }
    >
      {data ? (
        <Account cluster={cluster} data={data} />
      ) : error ? (
        <ReadFailureNotice title={text("They could not be read")} of={{ error, refetch }} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Card>
  );
}

function Account({ cluster, data }: { readonly cluster: Cluster; readonly data: CloudCredentials }) {
  const { binding, credentials, clusters, changedAt } = data;
  const uncounted = describeUncountedClusters(data);
  if (!binding)
    return <p className="text-base text-pretty text-secondary">{text("This cluster uses no cloud account.")}</p>;
  return (
    <div className="flex flex-col gap-3 text-sm text-secondary">
      <p className="text-pretty">{text("Replace them in the Secret, then at the provider.")}</p>
      <WhyDetails about={text("the credentials")} label={text("Where are they?")}>
        {describeBinding(data)}
      </WhyDetails>
      {credentials && (
        <>
          <p className="text-pretty">
            {changedAt === undefined
              ? describeUnknownCredentialChange(data.changeUnknown)
              : richText("Changed last <instant></instant>.", { instant: () => <TimestampText at={changedAt} /> })}
          </p>
          <p className="font-medium text-pretty text-ink">{describeCredentialsAdoption(data)}</p>
          <Sharers data={data} />
          <ReconcileRest cluster={cluster} clusters={clusters} />
          {uncounted !== undefined && <p className="text-pretty">{uncounted}</p>}
        </>
      )}
    </div>
  );
}

function Sharers({ data: { clusters } }: { readonly data: CloudCredentials }) {
  return (
    <ul
      aria-label={text("Clusters that use these credentials")}
      className="scrollbar-thin relative max-h-72 divide-y divide-hairline overflow-y-auto border-y border-hairline"
    >
      {clusters.map(({ uid, project, name, uptake, reconciledAt }) => (
        <li key={uid} className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5">
          <Link href={clusterPath({ project, name })} className="min-w-0 break-words text-link hover:underline">
            {project}/{name}
          </Link>
          <span>
            {text(credentialsAdoptionLabels[uptake])}
            {reconciledAt !== undefined && (
              <span className="text-tertiary">
                , <TimestampText at={reconciledAt} form="relative" />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ReconcileRestProps extends Pick<CloudCredentials, "clusters"> {
  readonly cluster: Cluster;
}

function ReconcileRest({ cluster, clusters }: ReconcileRestProps) {
  const rows = useQuery(fleetQuery).data?.rows ?? [];
  const start = useCreateBulkPlan();
  const readOnly = useReadOnlyReason();
  const [fault, setFault] = useState<string>();
  const waiting = new Set(clusters.filter(({ uptake }) => uptake !== "uses-new").map(({ uid }) => uid));
  const rest = rows.filter(({ uid, hibernated }) => waiting.has(uid) && !hibernated);
  const [only] = rest;
  if (!only) return null;
  if (rest.length === 1) {
    return (
      <div>
        <ActButton
          cluster={only.uid === cluster.row.uid ? cluster.row : only}
          act={{ kind: "operation", id: "reconcile", when: "now" }}
          label={text("Reconcile {name}", { name: only.name })}
          title={text("Reconcile")}
          size="sm"
        />
      </div>
    );
  }
  const reconcile = async () => {
    const intent = { kind: "act", act: { kind: "operation", id: "reconcile", when: "now" } } as const;
    setFault(await start({ verb: "Reconcile", title: text("Reconcile"), intent, rows: rest }));
  };
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button size="sm" disabledReason={readOnly} onClick={() => void reconcile()}>
        {text("Reconcile the other {count}…", { count: rest.length })}
      </Button>
      {fault !== undefined && <p role="alert">{fault}</p>}
    </div>
  );
}
