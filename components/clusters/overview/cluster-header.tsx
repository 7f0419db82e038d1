"use client";

import { Moon, Trash2 } from "lucide-react";
import { HealthMark } from "#components/data/shown/health-mark.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Cluster } from "../use-cluster.ts";
import { ClusterActions, ClusterActionsPlace } from "./cluster-actions.tsx";
import { TruthLine } from "./truth-line.tsx";

interface ClusterHeaderProps {
  readonly name: string;
  readonly cluster: Cluster | undefined;
  /** The row that the fleet already knows while the whole object is still being read. */
  readonly live: FleetRow | undefined;
}

export function ClusterHeader({ name, cluster, live }: ClusterHeaderProps) {
  const row = cluster?.row ?? live;
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 className="min-w-0 text-xl font-semibold break-words">{name}</h1>
          {row ? <HealthMark row={row} /> : <Skeleton className="h-5 w-24" />}
          {row && <HeaderTags row={row} />}
        </div>
        {cluster ? <ClusterActions cluster={cluster} /> : <ClusterActionsPlace />}
      </div>
      {/* As many lines as most sentences need: the tabs beneath must not move when one arrives. */}
      <div className="mt-2 min-h-10">
        {cluster ? <TruthLine cluster={cluster} /> : <Skeleton className="h-5 w-96 max-w-full" />}
      </div>
    </>
  );
}

function HeaderTags({ row }: { readonly row: FleetRow }) {
  return (
    <>
      {row.purpose !== undefined && <Tag hue="neutral">{row.purpose}</Tag>}
      <Tag hue="neutral" outline="plain">
        {[row.provider || "provider not said", row.region].filter(Boolean).join(" · ")}
      </Tag>
      {row.hibernated && (
        <Tag hue="info" outline="plain" icon={<Moon aria-hidden />}>
          Hibernated
        </Tag>
      )}
      {row.deletionRequestedAt !== undefined && (
        <Tag hue="neutral" outline="plain" icon={<Trash2 aria-hidden />}>
          Being deleted
        </Tag>
      )}
    </>
  );
}
