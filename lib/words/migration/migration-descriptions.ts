import { type Message, message, text } from "#lib/language/text.ts";
import type { MigrationEffect } from "#lib/policy/migration/migration-effects.ts";
import type { MigrationObjection, UncheckedPart } from "#lib/policy/migration/migration-objection.ts";
import type {
  LiveMigrationCondition,
  MigrationStep,
  MigrationStepState,
} from "#lib/policy/migration/migration-track.ts";
import type { SeedExclusion } from "#lib/policy/scheduling/seed-exclusion.ts";
import { describeFieldError } from "../field-error-descriptions.ts";
import { describeSeedExclusion } from "../infrastructure-descriptions.ts";

/** Texts of the obstacles that only a migration knows. */
const obstacles = {
  "already-there": message("The control plane is on this Seed already."),
  "no-source": message("The cluster has no Seed yet."),
  "source-without-backup": message("The Seed {source}, where the control plane is, has no backup."),
  "destination-without-backup": message("The Seed has no backup."),
  "other-internal-domain": message("The Seed uses the internal domain {to}, and the cluster the domain {from}."),
  "default-domain-not-served": message("The Seed does not serve the default domain {domain}, which the cluster uses."),
  "profile-providers": message("The CloudProfile does not select Seeds of the provider {seed}."),
  "other-seed-provider": message(
    "The Seed is on {to}, the present one on {from}: it must reach the present Seed's backup storage.",
  ),
  "destination-stopped": message(
    "All reconciliations on the Seed are stopped in an emergency: the present Seed would remove the control plane, and nothing would restore it.",
  ),
  "creation-stopped": message(
    "All reconciliations on the Seed are stopped in an emergency: it creates the cluster when they go on.",
  ),
  "seed-outdated": message("The Seed's gardenlet has not taken up the newest settings of the Seed."),
  "other-release": message(
    "The Seed has another Gardener release than the present one ({from}, {to}): the move waits until they are equal.",
  ),
  "other-seed-region": message("The Seed is in {to}, the present one in {from}: the way to the nodes changes."),
} as const satisfies { readonly [Reason in Exclude<MigrationObjection["reason"], SeedExclusion["reason"]>]?: Message };

/** Why a control plane cannot move to a Seed, or would not get there, as a sentence. */
export function describeMigrationObjection(obstacle: MigrationObjection): string {
  if (obstacle.reason === "network") return describeFieldError(obstacle.error);
  if (!isOfMigration(obstacle)) return describeSeedExclusion(obstacle);
  const facts = Object.entries(obstacle).map(([name, fact]) => [name, String(fact)] as const);
  return text(obstacles[obstacle.reason], Object.fromEntries(facts));
}

type OfMigration = Extract<MigrationObjection, { readonly reason: keyof typeof obstacles }>;

function isOfMigration(obstacle: MigrationObjection): obstacle is OfMigration {
  return Object.hasOwn(obstacles, obstacle.reason);
}

/** Texts of the checks that only the garden can make here. */
export const uncheckedPartDescriptions = {
  source: message("You cannot read the present Seed; the garden compares both."),
  capacity: message("You do not see all clusters; the garden knows whether the Seed is full."),
  profile: message("You cannot read the CloudProfile; the garden knows which Seeds it selects."),
  "internal-domain": message("The Seeds do not show their internal domains; they cannot be compared here."),
} as const satisfies Record<UncheckedPart, Message>;

const effects = {
  "api-down": message(
    "The cluster's API does not answer for minutes, until the new Seed has restored the control plane.",
  ),
  "spec-frozen": message("The cluster cannot be changed or deleted until the move is over."),
  "seed-addresses": message(
    "Addresses under {from} change to {to}: dashboards, logs and the certificate for browsers.",
  ),
  "gateway-addresses": message("The IP addresses of the API change: firewall rules that name them stop matching."),
  "egress-of-control-plane": message(
    "The control plane calls webhooks and identity providers from other IP addresses.",
  ),
  "backups-copied": message("The backups of etcd are copied to the new Seed's storage."),
  "nodes-stay": message("The nodes and their Pods stay."),
  "unfinished-changes": message(
    "The new Seed also rolls out what Gardener has not rolled out so far, which can replace nodes.",
  ),
  "move-called-back": message("The control plane stays on {seed}, and the cluster can be changed again."),
} as const satisfies Record<MigrationEffect["effect"], Message>;

/** Effects that a person has to acknowledge before the move. */
export const effectsToAcknowledge: readonly MigrationEffect["effect"][] = [
  "api-down",
  "spec-frozen",
  "seed-addresses",
  "gateway-addresses",
];

/** What a migration changes, as a sentence. */
export function describeMigrationEffect(effect: MigrationEffect): string {
  const { effect: id, ...facts } = effect;
  return text(effects[id], facts);
}

/** Labels of the steps of a migration. */
export const migrationStepLabels = {
  requested: message("Move requested"),
  migrate: message("Prepare on the present Seed"),
  restore: message("Restore on the new Seed"),
} as const satisfies Record<MigrationStep, Message>;

export const migrationStateLabels = {
  open: message("Open"),
  current: message("Under way"),
  retrying: message("Failed, tried again"),
  failed: message("Failed"),
  interrupted: message("Interrupted, goes on"),
  done: message("Done"),
} as const satisfies Record<MigrationStepState, Message>;

/** Labels of the conditions of a live migration. */
export const liveMigrationLabels = {
  SourceEtcdPreparedForPeerJoin: message("etcd on the present Seed takes new members"),
  DestinationEtcdPeersJoined: message("etcd of the new Seed has joined"),
  MigrateExtensionsNeededBeforeKubeAPIServer: message("Extensions before the API server have moved"),
  DestinationKubeAPIServerReady: message("API server on the new Seed is ready"),
  MigrateDNSRecords: message("DNS records have moved"),
  EtcdMigrationComplete: message("etcd has moved"),
  SourceSeedCleanup: message("The present Seed is cleaned up"),
  MigrationCompleted: message("The migration is complete"),
} as const satisfies Record<LiveMigrationCondition, Message>;
