"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useCreateBulkPlan } from "#components/data/storage/start-bulk.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { blockedRowLabels } from "#lib/fleet/fields/next-fields.ts";
import { text } from "#lib/language/text.ts";
import { credentialsAdoptionLabels } from "#lib/view/credentials/cloud-credential-descriptions.ts";
import { ActButton } from "./act-button.tsx";

/** Clusters that use the same credentials, and whether each was reconciled since they changed. */
export function CredentialsUserList({ clusters }: Pick<CloudCredentials, "clusters">) {
  const rows = useQuery(fleetQuery).data?.rows;
  const heldBack = useMemo(() => {
    const listed = new Set(clusters.map(({ uid }) => uid));
    return new Map(
      (rows ?? []).flatMap((row) => (listed.has(row.uid) ? [[row.uid, blockedRowLabels(row)?.hold]] : [])),
    );
  }, [rows, clusters]);
  return (
    <ul
      aria-label={text("Clusters that use these credentials")}
      className="scrollbar-thin relative max-h-72 divide-y divide-hairline overflow-y-auto border-y border-hairline"
    >
      {clusters.map(({ uid, project, name, uptake, reconciledAt, withoutBinding }) => (
        <li key={uid} className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5">
          <Link href={clusterPath({ project, name })} className="min-w-0 break-words text-link hover:underline">
            {project}/{name}
          </Link>
          <span>
            {withoutBinding && `${text("without a binding")}, `}
            {text(credentialsAdoptionLabels[uptake])}
            {uptake !== "uses-new" && heldBack.get(uid) !== undefined && `: ${heldBack.get(uid)}`}
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
  /** Row of the cluster whose page this is, if any. */
  readonly row?: FleetRow;
}

/** Button that reconciles the clusters which are not known to use the new credentials. */
export function ReconcileRest({ row, clusters }: ReconcileRestProps) {
  const rows = useQuery(fleetQuery).data?.rows ?? [];
  const start = useCreateBulkPlan();
  const readOnly = useReadOnlyReason();
  const [fault, setFault] = useState<string>();
  const waiting = new Set(clusters.filter(({ uptake }) => uptake !== "uses-new").map(({ uid }) => uid));
  const rest = rows.filter(({ uid }) => waiting.has(uid));
  const [only] = rest;
  if (!only) return null;
  if (rest.length === 1) {
    return (
      <div>
        <ActButton
          cluster={row !== undefined && only.uid === row.uid ? row : only}
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
