"use client";

import { useRef } from "react";
import { useLiveness } from "#components/data/use-liveness.ts";
import { useNow } from "#components/ui/use-now.ts";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import { type RequestableOperation, requestableOperations } from "#lib/contract/operation.ts";
import { mayWrite } from "#lib/view/liveness.ts";
import { sentenceOfReason } from "#lib/view/sentences/reason-sentences.ts";
import type { Cluster } from "../overview/use-cluster.ts";
import { evaluateFor } from "./operation-preview.ts";
import { RequestOperation } from "./request-operation.tsx";

/** What can be done with this cluster. What cannot be done now says why, where it stands. */
export function ClusterActions({ cluster }: { readonly cluster: Cluster }) {
  const group = useRef<HTMLFieldSetElement>(null);
  const online = mayWrite(useLiveness());
  const now = useNow(10_000);
  useShortcut("a", () => group.current?.querySelector("button")?.focus());
  const reasonFor = (operation: RequestableOperation): string | undefined => {
    if (cluster.gone) return "The cluster is no longer there.";
    if (!online) return "This browser is offline: nothing can be requested until the connection is back.";
    const evaluation = evaluateFor(operation, cluster.detail, now);
    const [first] = evaluation?.reasons ?? [];
    const refused = evaluation?.decision === "deny" || evaluation?.decision === "hide";
    // A retry of what has not failed is accepted and does nothing: better not to offer it.
    const idle = operation === "retry" && evaluation?.decision === "latent";
    return (refused || idle) && first ? sentenceOfReason(first) : undefined;
  };
  return (
    <fieldset ref={group} aria-label="Actions" className="flex flex-wrap gap-2">
      {requestableOperations.map((operation) => (
        <RequestOperation
          key={operation}
          row={cluster.row}
          operation={operation}
          disabledReason={reasonFor(operation)}
        />
      ))}
    </fieldset>
  );
}
