import { type Message, message, text } from "#lib/language/text.ts";
import type { AutomaticHandling } from "#lib/policy/next/automatic-handling.ts";
import { type ConstraintConsequence, type ConstraintType, isConstraintType } from "#lib/policy/status/constraints.ts";

/** Consequence of a constraint that is not fulfilled, and the remedy. */
export interface ConstraintDescription {
  readonly consequence: Message;
  /** Remedy: what the user can do, or texts for what Gardener does automatically in each situation. */
  readonly help: Message | Readonly<Record<AutomaticHandling, Message>>;
}

const withReconcile = {
  perhaps: message("A reconcile continues it, unless Gardener ignores the cluster."),
  failed: message("A reconcile continues it; Gardener has stopped after a failure."),
  held: message("A reconcile continues it; Gardener makes none as things stand."),
  ending: message("The cluster is being deleted."),
} as const;

/** Descriptions by the consequence of a constraint; the compiler reports a missing entry. */
export const constraintDescriptions = {
  "hibernation-refused": {
    consequence: message("The cluster cannot be hibernated, because webhooks in it would keep it from waking up."),
    help: message("Let the webhooks fail open, shorten their timeouts, or exclude the system namespaces."),
  },
  "maintenance-may-fail": {
    consequence: message("Maintenance may fail, because webhooks in the cluster block essential requests."),
    help: message("Let the webhooks fail open, shorten their timeouts, or exclude the system namespaces."),
  },
  "ca-expires-soon": {
    consequence: message("A certificate authority of the cluster expires within a year."),
    help: message("Rotate the certificate authorities. Gardener never rotates them automatically."),
  },
  "conversion-webhooks-block": {
    consequence: message("Custom resources cannot be converted reliably, which can hold up updates and deletion."),
    help: message("Repair the conversion webhooks, or remove the stored versions that need them."),
  },
  "manual-update-pending": {
    consequence: message("Nodes are waiting for an in-place update, which blocks rotations."),
    help: message("Select the nodes of the pending pools, one at a time."),
  },
  "managed-resources-ignored": {
    consequence: message("Parts of the cluster are excluded from Gardener's care and get no updates."),
    help: message("The operator has to remove the ignore annotation from the managed resources."),
  },
  "failed-machines-preserved": {
    consequence: message("Failed machines are kept for inspection, and they cost money."),
    help: message("Release the machines when you no longer need them."),
  },
  "automatic-rotation-impossible": {
    consequence: message(
      "Credentials are not rotated automatically, because the cluster sleeps in its maintenance window.",
    ),
    help: message("Move the maintenance window or the hibernation schedule."),
  },
  "migration-waits": {
    consequence: message("The control plane cannot move yet, because the destination Seed is not ready."),
    help: message("The operator has to look at the destination Seed."),
  },
  "dual-stack-migration-waits": {
    consequence: message("The migration to dual-stack networking is waiting for nodes to be replaced."),
    help: message("Roll the worker pools."),
  },
  "dns-migration-waits": {
    consequence: message("The migration of the cluster's DNS service is not finished."),
    help: { ...withReconcile, "goes-on": message("No action needed.") },
  },
  "old-proxy-port": {
    consequence: message("The tunnel to the cluster still uses the old proxy port."),
    help: { ...withReconcile, "goes-on": message("No action needed. The next reconcile changes it.") },
  },
  "unrecognised-constraint": {
    consequence: message("A constraint that Almanac does not know is not fulfilled."),
    help: message("Read its message."),
  },
} as const satisfies { readonly [Consequence in ConstraintConsequence]: ConstraintDescription };

/** Remedy for a constraint that is not fulfilled. */
export function describeConstraintRemedy(consequence: ConstraintConsequence, course: AutomaticHandling): string {
  const { help }: ConstraintDescription = constraintDescriptions[consequence];
  return text("goes-on" in help ? help[course] : help);
}

const names = {
  HibernationPossible: message("Hibernation possible"),
  MaintenancePreconditionsSatisfied: message("Preconditions of maintenance"),
  CACertificateValiditiesAcceptable: message("Validity of CA certificates"),
  CRDsWithProblematicConversionWebhooks: message("Conversion webhooks of CRDs"),
  ManualInPlaceWorkersUpdated: message("Manual in-place updates"),
  HasIgnoredManagedResources: message("Ignored managed resources"),
  ManagedResourcesHonored: message("Ignored managed resources"),
  PreservedFailedMachinesAbsent: message("Preserved failed machines"),
  AutomaticCredentialsRotationPossible: message("Automatic rotation of credentials"),
  ReadyForMigration: message("Ready for migration"),
  DualStackNodesMigrationReady: message("Migration to dual-stack"),
  DNSServiceMigrationReady: message("Migration of the DNS service"),
  UsesUnifiedHTTPProxyPort: message("Unified HTTP proxy port"),
} as const satisfies { readonly [Type in ConstraintType]: Message };

/** Name of a constraint, for use beside its state. A type newer than this build is shown by its own name. */
export function constraintLabel(type: string): string {
  return isConstraintType(type) ? text(names[type]) : type;
}
