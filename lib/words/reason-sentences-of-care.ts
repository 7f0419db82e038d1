import type { ReasonSentences } from "./reason-sentence.ts";
import { familyName, listed, poolList } from "./words.ts";

/** Where Almanac is stricter than the API server, what needs care, and what else should be known. */
export const cautionSentences = {
  deletion: () => "The cluster is being deleted; only reconcile, retry and forced deletion make sense now.",
  "nothing-to-do": () => "It has nothing to do in this cluster.",
  "same-family-in-other-annotation": ({ operation, other }) =>
    `${operation} and ${other} concern the same credential: together, now and planned, they would lock the cluster against every change.`,
  "machines-may-not-exist": () =>
    "The machines of this cluster may not exist yet; the request would block the operation that makes them.",
  "not-for-maintenance": ({ operation }) => `${operation} cannot be planned for the maintenance window.`,
  "encryption-settles-first": () =>
    "A change of the encrypted resources is still being rolled out; wait for it before you rotate the etcd key.",
  "drops-old-credentials": ({ families }) =>
    `Clients that still use the old ${listed(families.map(familyName))} lose access. This cannot be undone.`,
  "forgets-pending-rollouts": ({ families, pools }) =>
    `The rotation of the ${listed(families.map(familyName))} waits for ${
      pools.length > 0 ? poolList(pools) : "its next step"
    }; hibernation counts the pools as rolled.`,
  "starts-at-next-attempt": () => "Gardener is retrying a failed operation; the rotation begins with its next attempt.",
  "retried-automatically": ({ fromAt }) =>
    fromAt === undefined
      ? "Gardener retries automatically when the provider's rate limit was hit."
      : `Gardener retries automatically within 5 minutes after ${fromAt}, because the provider's rate limit was hit.`,
  "maintenance-replaces-pending": ({ pending }) =>
    `${listed(pending)} is still pending, and maintenance replaces what is pending.`,
  "operation-pending": ({ pending }) => `${listed(pending)} is still pending; it is kept.`,
  "confined-changes-roll-out": () =>
    "Changes of the specification that wait for the maintenance window, if there are any, are rolled out as well.",
  "etcd-completes-by-itself": () => "This also completes the rotation of the etcd encryption key.",
  "legacy-etcd-operation": ({ operation }) => `${operation} is going away; rotate-etcd-encryption-key does both steps.`,
  "will-wait-for-window": () =>
    "It is carried out in the next maintenance window, unless the last operation has failed.",
  "leaves-cloud-resources": () => "What the cluster has created in the cloud account stays there and costs money.",
} as const satisfies Partial<ReasonSentences>;
