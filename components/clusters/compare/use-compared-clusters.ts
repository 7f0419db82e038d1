"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { type SeenState, useSeenStates } from "#components/data/queries/seen-states.ts";
import { readShoot } from "#lib/garden/read-shoot.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import { type ComparedRef, refText } from "#lib/view/compare/compare-address.ts";
import type { ComparedCluster } from "#lib/view/compare/compared-row.ts";

/** A column: what is known of it, or why nothing is. */
export interface ComparedSubject {
  readonly ref: ComparedRef;
  readonly cluster: ComparedCluster | undefined;
  /** When it was as it is shown, if that is not now. */
  readonly seenAt: number | undefined;
  readonly reading: boolean;
  /** Why it is not there; undefined while it is being read. */
  readonly fault: string | undefined;
  /** Another try may help. */
  readonly retry: (() => void) | undefined;
}

/** The stream may change a row several times a second; the whole object is read again at most this often. */
const rereadMs = 1_000;

/** What the address names, each read by itself: one that cannot be read hides no other. */
export function useComparedClusters(refs: readonly ComparedRef[]): readonly ComparedSubject[] {
  const current = refs.map(({ generation, ...ref }) => ({ ...clusterQuery(ref), enabled: generation === undefined }));
  const answers = useQueries({ queries: current });
  const states = useSeenStates();
  useRereading(refs, answers);
  return refs.map((ref, at): ComparedSubject => {
    if (ref.generation !== undefined) return earlierSubject(ref, states);
    const answer = answers[at];
    const shoot = answer?.data && readShoot(answer.data.shoot);
    const cluster = answer?.data && shoot && { row: answer.data.row, shoot };
    const isLost = cluster === undefined && answer?.error;
    return {
      ref,
      cluster,
      seenAt: undefined,
      reading: answer?.isPending ?? true,
      fault: isLost ? faultWords(ref, answer.error) : cluster && answer.error ? stale(answer.error) : undefined,
      retry: answer?.error ? () => void answer.refetch() : undefined,
    };
  });
}

function faultWords({ project, name }: ComparedRef, error: unknown): string {
  const { reason, detail } = faultOf(error);
  if (reason === "not-found" || reason === "forbidden")
    return `${project}/${name} does not exist, or you are not a member of the project ${project}.`;
  return detail ?? "It could not be read.";
}

function stale(error: unknown): string {
  return `The latest state could not be read, you see the one before. ${faultOf(error).detail ?? ""}`;
}

function earlierSubject(ref: ComparedRef, states: readonly SeenState[]): ComparedSubject {
  const state = states.find(
    ({ project, name, generation }) => project === ref.project && name === ref.name && generation === ref.generation,
  );
  const shoot = state && readShoot(state.detail.shoot);
  return {
    ref,
    cluster: state && shoot && { row: state.detail.row, shoot },
    seenAt: state?.seenAt,
    reading: false,
    fault: state
      ? undefined
      : `This tab has not seen ${refText(ref)}. Earlier states stay in the tab that saw them, until it is loaded again.`,
    retry: undefined,
  };
}

interface Answer {
  readonly data?: { readonly row: { readonly uid: string; readonly resourceVersion: string } } | undefined;
  readonly refetch: () => unknown;
}

/** Reads anew what the live fleet says has changed. */
function useRereading(refs: readonly ComparedRef[], answers: readonly Answer[]): void {
  const live = useQuery(fleetQuery).data?.rows;
  const behind = useMemo(() => {
    const held = new Map(answers.flatMap((answer) => (answer.data ? [[answer.data.row.uid, answer] as const] : [])));
    if (held.size === 0) return [];
    return (live ?? []).flatMap(({ uid, resourceVersion }) => {
      const answer = held.get(uid);
      const read = answer?.data?.row.resourceVersion;
      return answer && read !== undefined && compareResourceVersions(read, resourceVersion) < 0 ? [answer] : [];
    });
  }, [answers, live]);
  const isBehind = refs.length > 0 && behind.length > 0;
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => {
      for (const { refetch } of behind) void refetch();
    }, rereadMs);
    return () => clearTimeout(timer);
  }, [isBehind, behind]);
}
