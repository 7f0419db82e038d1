import { text } from "#lib/language/text.ts";
import type { ReasonSentences } from "./reason-sentence.ts";
import { familyName, listed, poolList } from "./words.ts";

/** Where Almanac is stricter than the API server, what needs care, and what else should be known. */
export const cautionSentences = {
  deletion: () => text("The cluster is being deleted; only reconcile, retry and forced deletion make sense now."),
  "nothing-to-do": () => text("It has nothing to do in this cluster."),
  "same-family-in-other-annotation": ({ operation, other }) =>
    text(
      "{operation} and {other} concern the same credential: together, now and planned, they would lock the cluster against every change.",
      { operation, other },
    ),
  "machines-may-not-exist": () =>
    text("The machines of this cluster may not exist yet; the request would block the operation that makes them."),
  "not-for-maintenance": ({ operation }) =>
    text("{operation} cannot be planned for the maintenance window.", { operation }),
  "encryption-settles-first": () =>
    text("A change of the encrypted resources is still being rolled out; wait for it before you rotate the etcd key."),
  "drops-old-credentials": ({ families }) =>
    text("Clients that still use the old {families} lose access. This cannot be undone.", {
      families: listed(families.map(familyName)),
    }),
  "forgets-pending-rollouts": ({ families, pools }) =>
    pools.length > 0
      ? text("The rotation of the {families} waits for {pools}; hibernation counts the pools as rolled.", {
          families: listed(families.map(familyName)),
          pools: poolList(pools),
        })
      : text("The rotation of the {families} waits for its next step; hibernation counts the pools as rolled.", {
          families: listed(families.map(familyName)),
        }),
  "starts-at-next-attempt": () =>
    text("Gardener is retrying a failed operation; the rotation begins with its next attempt."),
  "retried-automatically": ({ fromAt }) =>
    fromAt === undefined
      ? text("Gardener retries automatically when the provider's rate limit was hit.")
      : text(
          "Gardener retries automatically within 5 minutes after {fromAt}, because the provider's rate limit was hit.",
          { fromAt },
        ),
  "maintenance-replaces-pending": ({ pending }) =>
    text("{pending} is still pending, and maintenance replaces what is pending.", { pending: listed(pending) }),
  "operation-pending": ({ pending }) => text("{pending} is still pending; it is kept.", { pending: listed(pending) }),
  "perhaps-ignored": () =>
    text("An annotation tells Gardener to ignore the cluster. It has no effect unless the operator allows it."),
  "confined-changes-roll-out": () =>
    text(
      "Changes of the specification that wait for the maintenance window, if there are any, are rolled out as well.",
    ),
  "etcd-completes-by-itself": () => text("This also completes the rotation of the etcd encryption key."),
  "legacy-etcd-operation": ({ operation }) =>
    text("{operation} is going away; rotate-etcd-encryption-key does both steps.", { operation }),
  "will-wait-for-window": () =>
    text("It is carried out in the next maintenance window, unless the last operation has failed."),
  "leaves-cloud-resources": () =>
    text("What the cluster has created in the cloud account stays there and costs money."),
} as const satisfies Partial<ReasonSentences>;
