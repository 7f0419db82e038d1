"use client";

import { Play, RotateCw, Wrench } from "lucide-react";
import { useRef } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import { evaluate } from "#lib/policy/operations/evaluate.ts";
import type { AnnotationOperationId } from "#lib/policy/operations/vocabulary.ts";
import { sentenceOfReason } from "#lib/view/sentences/reason-sentences.ts";
import type { Cluster } from "./use-cluster.ts";

/** What can be done with this cluster. What cannot be done now says why, where it stands. */
export function ClusterActions({ cluster }: { readonly cluster: Cluster }) {
  const group = useRef<HTMLFieldSetElement>(null);
  const now = useNow(10_000);
  useShortcut("a", () => group.current?.querySelector("button")?.focus());
  const reasonFor = (operation: AnnotationOperationId): string | undefined => {
    if (cluster.gone) return "The cluster is no longer there.";
    const { patchShoot, uncertain } = cluster.detail.permissions;
    const can = () => (uncertain ? undefined : patchShoot);
    const evaluation = evaluate({ id: operation }, cluster.shoot, now, { can });
    const [first] = evaluation.reasons;
    const refused = evaluation.decision === "deny" || evaluation.decision === "hide";
    // A retry of what has not failed is accepted and does nothing: better not to offer it.
    const idle = operation === "retry" && evaluation.decision === "latent";
    return (refused || idle) && first ? sentenceOfReason(first) : undefined;
  };
  const common = { cluster: cluster.row };
  return (
    <fieldset ref={group} aria-label="Actions" className="flex flex-wrap gap-2">
      <ActButton
        {...common}
        act={{ kind: "operation", id: "reconcile", when: "now" }}
        label="Reconcile"
        icon={<Play aria-hidden />}
        disabledReason={reasonFor("reconcile")}
      />
      <ActButton
        {...common}
        act={{ kind: "operation", id: "retry", when: "now" }}
        label="Retry"
        icon={<RotateCw aria-hidden />}
        disabledReason={reasonFor("retry")}
      />
      <ActButton
        {...common}
        act={{ kind: "operation", id: "maintain", when: "now" }}
        label="Maintain"
        icon={<Wrench aria-hidden />}
        disabledReason={reasonFor("maintain")}
      />
    </fieldset>
  );
}
