"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestableOperation } from "#lib/contract/operation.ts";
import type { OperationRequest } from "#lib/view/operation-progress.ts";
import { faultOf } from "./api-problem.ts";
import { type ClusterRef, clusterQuery, requestOperation } from "./cluster-queries.ts";

const uidsKey = ["operation-requests"] as const;
const keyOf = (uid: string) => ["operation-request", uid] as const;

function record(client: QueryClient, uid: string, request: OperationRequest): void {
  client.setQueryDefaults(keyOf(uid), { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(keyOf(uid), request);
  client.setQueryData<readonly string[]>(uidsKey, (held = []) => (held.includes(uid) ? held : [...held, uid]));
}

/** The Shoots for which this tab has made a request. */
export function useRequestedUids(): readonly string[] {
  return (
    useQuery<readonly string[]>({ queryKey: uidsKey, queryFn: () => [], staleTime: Number.POSITIVE_INFINITY }).data ??
    []
  );
}

/** The latest request that this tab made for a Shoot, until it is dismissed. */
export function useOperationRequest(uid: string): OperationRequest | null {
  return (
    useQuery<OperationRequest | null>({
      queryKey: keyOf(uid),
      queryFn: () => null,
      staleTime: Number.POSITIVE_INFINITY,
    }).data ?? null
  );
}

export function useDismissRequest(): (uid: string) => void {
  const client = useQueryClient();
  return useCallback((uid) => client.setQueryData(keyOf(uid), null), [client]);
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
      record(client, row.uid, sent);
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
      record(client, row.uid, answered);
      void client.invalidateQueries({ queryKey: clusterQuery(cluster).queryKey });
      return answered;
    },
    [client],
  );
}
