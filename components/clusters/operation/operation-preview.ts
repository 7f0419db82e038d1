"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ClusterRef, clusterQuery } from "#components/data/cluster-queries.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { RequestableOperation } from "#lib/contract/operation.ts";
import { evaluate } from "#lib/policy/operations/evaluate.ts";
import type { Evaluation } from "#lib/policy/operations/evaluation.ts";
import { readShoot } from "#lib/view/read-shoot.ts";

export interface OperationPreview {
  readonly detail: ClusterDetail;
  readonly evaluation: Evaluation;
  /** Something that matters for the decision has changed since the dialog was opened, and was not yet looked at. */
  readonly changed: boolean;
  readonly acknowledge: () => void;
}

/** What one would decide on, as of the newest reading; bound to that reading's resourceVersion. */
export function evaluateFor(
  operation: RequestableOperation,
  detail: ClusterDetail,
  nowMs: number,
): Evaluation | undefined {
  const shoot = readShoot(detail.shoot);
  const { patchShoot, uncertain } = detail.permissions;
  const can = () => (uncertain ? undefined : patchShoot);
  return shoot && evaluate({ id: operation }, shoot, nowMs, { can });
}

/**
 * Reads the cluster when a dialog opens and keeps what the person has seen. A newer version that comes to the same
 * decision is taken silently; one that changes the preview has to be looked at first.
 */
export function useOperationPreview(ref: ClusterRef, operation: RequestableOperation) {
  const query = useQuery({ ...clusterQuery(ref), refetchOnMount: "always" });
  const [seen, setSeen] = useState<string>();
  const fresh = query.isFetchedAfterMount ? query.data : undefined;
  const evaluation = fresh && evaluateFor(operation, fresh, query.dataUpdatedAt);
  const matter =
    evaluation &&
    fresh &&
    JSON.stringify([evaluation.decision, evaluation.reasons, fresh.row.kubernetes, fresh.row.health]);
  if (matter !== undefined && seen === undefined) setSeen(matter);
  const preview: OperationPreview | undefined =
    fresh && evaluation
      ? {
          detail: fresh,
          evaluation,
          changed: seen !== undefined && seen !== matter,
          acknowledge: () => setSeen(matter),
        }
      : undefined;
  return { preview, error: query.error, refetch: query.refetch };
}
