import type { ReasonSentences } from "./reason-sentence.ts";
import { familyName, listed, phaseName, poolList } from "./words.ts";

/** What the API server refuses. */
export const ruleSentences = {
  "unknown-operation": ({ operation }) => `This Gardener release does not know the operation ${operation}.`,
  "not-parallel": ({ operation }) => `The operation ${operation} must be requested alone, and another one is pending.`,
  "self-hosted-unmanaged": () => "Gardener does not manage the machines of this self-hosted cluster.",
  "gate-closed": ({ gate }) => `The operator of this garden has not opened the feature gate ${gate}.`,
  "duplicate-with-maintenance": ({ operations }) =>
    `${listed(operations)} cannot be requested now and be planned for the maintenance window as well.`,
  "k8s-134-single-step-only": () =>
    "From Kubernetes 1.34 on the etcd encryption key is rotated in one step, by rotate-etcd-encryption-key.",
  "incompatible-operation": ({ operation, with: others }) => `${operation} and ${listed(others)} exclude each other.`,
  hibernated: () => "This is not possible while the cluster is hibernated.",
  "waking-up": () => "This is not possible until the cluster has woken up.",
  "encryption-config-rolling-out": () => "A change of the encrypted resources is still being rolled out.",
  "covered-by-other-annotation": ({ operation, with: other }) =>
    `${operation} and ${other} overlap: one is requested now, the other is planned for the maintenance window.`,
  "last-operation-not-ready": ({ type, state }) =>
    type
      ? `A rotation can only start after the cluster was created; its last operation is ${type}${state ? ` (${state})` : ""}.`
      : "A rotation can only start after the cluster was created.",
  "rotation-in-progress": ({ family, phase }) =>
    `The rotation of the ${familyName(family)} is not finished: its phase is ${phaseName(phase)}.`,
  "not-prepared": ({ family, phase }) =>
    `The rotation of the ${familyName(family)} is not prepared: its phase is ${phaseName(phase)}.`,
  "worker-update-pending": ({ strategy, pools }) =>
    strategy === "manual"
      ? `The in-place update of ${poolList(pools)} waits until you select its nodes.`
      : `The in-place update of ${poolList(pools)} is still running.`,
  "no-waiting-rotation": () => "No rotation waits for pools to be rolled.",
  "pool-required": () => "At least one pool must be named.",
  "pool-duplicate": ({ pool }) => `The pool ${pool} is named twice.`,
  "pool-unknown": ({ pool }) => (pool === "" ? "A pool's name is empty." : `The cluster has no pool ${pool}.`),
  "pool-in-place": ({ pool }) => `The pool ${pool} is updated in place, so its nodes cannot be rolled.`,
  "pool-wildcard": () => "The asterisk stands for all pools and cannot be combined with names.",
} as const satisfies Partial<ReasonSentences>;
