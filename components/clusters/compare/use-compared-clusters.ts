"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { type SpecSnapshot, useSpecSnapshots } from "#components/data/queries/spec-snapshots.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import { text } from "#lib/language/text.ts";
import { type ComparedRef, formatComparedRef, parseCompareQuery } from "#lib/view/compare/compare-address.ts";
import type { ComparedCluster } from "#lib/view/compare/compared-row.ts";

/** A column of the comparison: the cluster, or the reason why it could not be read. */
export interface ComparedClusterColumn {
  readonly ref: ComparedRef;
  readonly cluster: ComparedCluster | undefined;
  /** When this earlier state of the cluster was read; undefined for the current state. */
  readonly seenAt: number | undefined;
  readonly reading: boolean;
  /** Why the cluster is missing or outdated; undefined while it is being read. */
  readonly fault: string | undefined;
  /** Reads the cluster again; undefined if that cannot help. */
  readonly retry: (() => void) | undefined;
}

/** Shortest pause in ms before a Shoot is read again, because its row may change several times a second. */
const rereadMs = 1_000;

/** Reads each cluster in the URL with a query of its own, so that a failed one does not hide the others. */
export function useComparedClusters(refs: readonly ComparedRef[]): readonly ComparedClusterColumn[] {
  const current = refs.map(({ spec, ...ref }) => ({ ...clusterQuery(ref), enabled: spec === undefined }));
  const answers = useQueries({ queries: current });
  const states = useSpecSnapshots();
  useRereading(
    refs.map((ref, at) => ({
      ref,
      version: ref.spec === undefined ? answers[at]?.data?.row.resourceVersion : undefined,
    })),
  );
  return refs.map((ref, at): ComparedClusterColumn => {
    if (ref.spec !== undefined) return earlierSubject(ref, states);
    const answer = answers[at];
    const shoot = answer?.data && parseShoot(answer.data.shoot);
    const cluster = answer?.data && shoot && { row: answer.data.row, shoot };
    const isLost = cluster === undefined && answer?.error;
    return {
      ref,
      cluster,
      seenAt: undefined,
      reading: answer?.isPending ?? true,
      fault: isLost ? errorLabel(ref, answer.error) : cluster && answer.error ? stale(answer.error) : undefined,
      retry: answer?.error ? () => void answer.refetch() : undefined,
    };
  });
}

function errorLabel({ project, name }: ComparedRef, error: unknown): string {
  const { reason, detail } = requestErrorOf(error);
  if (reason === "not-found" || reason === "forbidden")
    return text("{project}/{name} does not exist, or you are not a member of the project {project}.", {
      project,
      name,
    });
  return detail ?? text("It could not be read.");
}

function stale(error: unknown): string {
  return text("The latest state could not be read, you see the one before. {detail}", {
    detail: requestErrorOf(error).detail ?? "",
  });
}

function earlierSubject(ref: ComparedRef, states: readonly SpecSnapshot[]): ComparedClusterColumn {
  const state = states.find(
    ({ project, name, spec }) => project === ref.project && name === ref.name && spec === ref.spec,
  );
  const shoot = state && parseShoot(state.detail.shoot);
  return {
    ref,
    cluster: state && shoot && { row: state.detail.row, shoot },
    seenAt: state?.seenAt,
    reading: false,
    fault: state
      ? undefined
      : text("This tab has not seen {ref}. Earlier states stay in the tab that saw them, until it is loaded again.", {
          ref: formatComparedRef(ref),
        }),
    retry: undefined,
  };
}

interface Read {
  readonly ref: ComparedRef;
  /** The resourceVersion that was read; undefined for earlier states and for clusters that could not be read. */
  readonly version: string | undefined;
}

/** Reads a compared cluster again when its row in the live fleet has a newer version. */
function useRereading(read: readonly Read[]): void {
  const client = useQueryClient();
  const live = useQuery({ ...fleetQuery, select: ({ rows }) => behindOf(read, rows) }).data ?? "";
  useEffect(() => {
    if (live === "") return;
    const timer = setTimeout(() => {
      for (const ref of parseCompareQuery(new URLSearchParams(live)).refs)
        void client.refetchQueries({ queryKey: clusterQuery(ref).queryKey, exact: true });
    }, rereadMs);
    return () => clearTimeout(timer);
  }, [client, live]);
}

/** Returns the outdated clusters and the versions read, as a string that can be compared by value. */
function behindOf(read: readonly Read[], rows: readonly FleetRow[]): string {
  const held = new Map(read.map(({ ref, version }) => [formatComparedRef(ref), version]));
  return rows
    .flatMap((row) => {
      const key = formatComparedRef(row);
      const version = held.get(key);
      const isBehind = version !== undefined && compareResourceVersions(version, row.resourceVersion) < 0;
      return isBehind ? [`c=${key}&from=${version}`] : [];
    })
    .join("&");
}
