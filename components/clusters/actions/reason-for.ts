"use client";

import { useCallback } from "react";
import { text } from "#lib/language/text.ts";
import { evaluate } from "#lib/policy/operations/evaluate.ts";
import type { OperationId } from "#lib/policy/operations/vocabulary.ts";
import { sentenceOfReason } from "#lib/words/reason-sentences.ts";
import { rightsOf } from "../cluster-refusal.ts";
import type { Cluster } from "../use-cluster.ts";

/** Why an operation makes no sense on this cluster as it is; undefined when it does. */
export function useReasonFor(cluster: Cluster, now: number): (operation: OperationId) => string | undefined {
  return useCallback(
    (operation) => {
      if (cluster.gone) return text("The cluster is no longer there.");
      const { decision, reasons } = evaluate({ id: operation }, cluster.shoot, now, rightsOf(cluster));
      const [first] = reasons;
      const refused = decision === "deny" || decision === "hide";
      // A retry of what has not failed is accepted and does nothing: better not to offer it.
      const idle = operation === "retry" && decision === "latent";
      return (refused || idle) && first ? sentenceOfReason(first) : undefined;
    },
    [cluster, now],
  );
}
