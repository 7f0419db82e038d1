import type { ConstraintConsequence } from "#lib/policy/status/constraints.ts";

/** What follows from a constraint that is not fulfilled, and what helps. */
export interface ConstraintWords {
  readonly consequence: string;
  readonly help: string;
}

/** One entry per consequence: the compiler refuses a missing one. */
export const constraintWords = {
  "hibernation-refused": {
    consequence: "The cluster cannot be hibernated, because webhooks in it would keep it from waking up.",
    help: "Let the webhooks fail open, shorten their timeouts, or exclude the system namespaces.",
  },
  "maintenance-may-fail": {
    consequence: "Maintenance may fail, because webhooks in the cluster block essential requests.",
    help: "Let the webhooks fail open, shorten their timeouts, or exclude the system namespaces.",
  },
  "ca-expires-soon": {
    consequence: "A certificate authority of the cluster expires within a year.",
    help: "Rotate the certificate authorities. Gardener never rotates them automatically.",
  },
  "conversion-webhooks-block": {
    consequence: "Custom resources cannot be converted reliably, which can hold up updates and deletion.",
    help: "Repair the conversion webhooks, or remove the stored versions that need them.",
  },
  "manual-update-pending": {
    consequence: "Nodes are waiting for an in-place update, which blocks rotations.",
    help: "Select the nodes of the pending pools, one at a time.",
  },
  "managed-resources-ignored": {
    consequence: "Parts of the cluster are excluded from Gardener's care and get no updates.",
    help: "Ask the operator to remove the ignore annotation from the managed resources.",
  },
  "failed-machines-preserved": {
    consequence: "Failed machines are kept for inspection, and they cost money.",
    help: "Release the machines when you no longer need them.",
  },
  "automatic-rotation-impossible": {
    consequence: "Credentials are not rotated automatically, because the cluster sleeps in its maintenance window.",
    help: "Move the maintenance window or the hibernation schedule.",
  },
  "migration-waits": {
    consequence: "The control plane cannot move yet, because the destination Seed is not ready.",
    help: "Ask the operator about the destination Seed.",
  },
  "dual-stack-migration-waits": {
    consequence: "The migration to dual-stack networking is waiting for nodes to be replaced.",
    help: "Roll the worker pools.",
  },
  "dns-migration-waits": {
    consequence: "The migration of the cluster's DNS service is not finished.",
    help: "No action needed.",
  },
  "old-proxy-port": {
    consequence: "The tunnel to the cluster still uses the old proxy port.",
    help: "No action needed. The next reconcile changes it.",
  },
  "unrecognised-constraint": {
    consequence: "A constraint that Almanac does not know is not fulfilled.",
    help: "Read its message.",
  },
} as const satisfies { readonly [Consequence in ConstraintConsequence]: ConstraintWords };
