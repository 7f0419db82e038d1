"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestableOperation } from "#lib/contract/operation.ts";
import type { OperationRequest } from "#lib/view/operation-progress.ts";
import { faultOf } from "./api-problem.ts";
import { type ClusterRef, clusterQuery, requestOperation } from "./cluster-queries.ts";

// What this tab has asked for is no data of the garden: it is kept beside the query cache, and ends with the page.
let requests: ReadonlyMap<string, OperationRequest> = new Map();
let uids: readonly string[] = [];
const listeners = new Set<() => void>();

function change(uid: string, request: OperationRequest | undefined): void {
  const next = new Map(requests);
  if (request) next.set(uid, request);
  else next.delete(uid);
  requests = next;
  if (uids.length !== next.size) uids = [...next.keys()];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The latest request that this tab made for a Shoot, until it is dismissed. */
export function useOperationRequest(uid: string): OperationRequest | undefined {
  return useSyncExternalStore(
    subscribe,
    () => requests.get(uid),
    () => undefined,
  );
}

const nobody: readonly string[] = [];

/** The Shoots for which this tab has made a request. */
export function useRequestedUids(): readonly string[] {
  return useSyncExternalStore(
    subscribe,
    () => uids,
    () => nobody,
  );
}

export function dismissRequest(uid: string): void {
  change(uid, undefined);
}

interface Request {
  readonly operation: RequestableOperation;
  /** The Shoot as the confirmed preview showed it; the request is bound to this version. */
  readonly row: FleetRow;
}

/** Sends a request and records its way; what becomes of it is read from the live fleet. */
export function useRequestOperation(): (request: Request) => Promise<OperationRequest> {
  const client = useQueryClient();
  return useCallback(
    async ({ operation, row }) => {
      const sent: OperationRequest = { operation, before: row, sentAt: Date.now() };
      change(row.uid, sent);
      const cluster: ClusterRef = { project: row.project, name: row.name };
      const answer = await requestOperation(cluster, {
        operation,
        uid: row.uid,
        resourceVersion: row.resourceVersion,
      }).then(
        (accepted) => ({ kind: "accepted", at: Date.now(), accepted }) as const,
        (error: unknown) => ({ kind: "refused", at: Date.now(), fault: faultOf(error) }) as const,
      );
      const answered = { ...sent, answer };
      change(row.uid, answered);
      void client.invalidateQueries({ queryKey: clusterQuery(cluster).queryKey });
      return answered;
    },
    [client],
  );
}
