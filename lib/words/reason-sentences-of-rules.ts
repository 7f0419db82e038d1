import { text } from "#lib/language/text.ts";
import type { ReasonSentences } from "./reason-sentence.ts";
import { familyName, listed, phaseName, poolList } from "./words.ts";

/** What the API server refuses. */
export const ruleSentences = {
  "unknown-operation": ({ operation }) =>
    text("This Gardener release does not know the operation {operation}.", { operation }),
  "not-parallel": ({ operation }) =>
    text("The operation {operation} must be requested alone, and another one is pending.", { operation }),
  "self-hosted-unmanaged": () => text("Gardener does not manage the machines of this self-hosted cluster."),
  "gate-closed": ({ gate }) => text("The operator of this garden has not opened the feature gate {gate}.", { gate }),
  "duplicate-with-maintenance": ({ operations }) =>
    text("{operations} cannot be requested now and be planned for the maintenance window as well.", {
      operations: listed(operations),
    }),
  "k8s-134-single-step-only": () =>
    text("From Kubernetes 1.34 on the etcd encryption key is rotated in one step, by rotate-etcd-encryption-key."),
  "incompatible-operation": ({ operation, with: others }) =>
    text("{operation} and {others} exclude each other.", { operation, others: listed(others) }),
  hibernated: () => text("This is not possible while the cluster is hibernated."),
  "waking-up": () => text("This is not possible until the cluster has woken up."),
  "encryption-config-rolling-out": () => text("A change of the encrypted resources is still being rolled out."),
  "covered-by-other-annotation": ({ operation, with: other }) =>
    text("{operation} and {other} overlap: one is requested now, the other is planned for the maintenance window.", {
      operation,
      other,
    }),
  "last-operation-not-ready": ({ type, state }) =>
    type
      ? text("A rotation can only start after the cluster was created; its last operation is {operation}.", {
          operation: state ? `${type} (${state})` : type,
        })
      : text("A rotation can only start after the cluster was created."),
  "rotation-in-progress": ({ family, phase }) =>
    text("The rotation of the {family} is not finished: its phase is {phase}.", {
      family: familyName(family),
      phase: phaseName(phase),
    }),
  "not-prepared": ({ family, phase }) =>
    text("The rotation of the {family} is not prepared: its phase is {phase}.", {
      family: familyName(family),
      phase: phaseName(phase),
    }),
  "worker-update-pending": ({ strategy, pools }) =>
    strategy === "manual"
      ? text("The in-place update of {pools} waits until you select its nodes.", { pools: poolList(pools) })
      : text("The in-place update of {pools} is still running.", { pools: poolList(pools) }),
  "no-waiting-rotation": () => text("No rotation waits for pools to be rolled."),
  "pool-required": () => text("At least one pool must be named."),
  "pool-duplicate": ({ pool }) => text("The pool {pool} is named twice.", { pool }),
  "pool-unknown": ({ pool }) =>
    pool === "" ? text("A pool's name is empty.") : text("The cluster has no pool {pool}.", { pool }),
  "pool-in-place": ({ pool }) => text("The pool {pool} is updated in place, so its nodes cannot be rolled.", { pool }),
  "pool-wildcard": () => text("The asterisk stands for all pools and cannot be combined with names."),
} as const satisfies Partial<ReasonSentences>;
