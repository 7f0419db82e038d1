import type { ConditionReading } from "#lib/policy/status/condition-reading.ts";
import { type ConditionType, isConditionType } from "#lib/policy/status/conditions.ts";

/** What a condition is called, and what its failing means. */
export interface ConditionWords {
  readonly name: string;
  readonly failing: string;
}

const conditionWords = {
  APIServerAvailable: { name: "API server", failing: "The API server of the cluster does not answer." },
  ControlPlaneHealthy: { name: "Control plane", failing: "A component of the control plane is not healthy." },
  EveryNodeReady: { name: "Nodes", failing: "Not every node is ready." },
  ObservabilityComponentsHealthy: {
    name: "Observability",
    failing: "Monitoring or logging of the cluster does not work.",
  },
  SystemComponentsHealthy: { name: "System components", failing: "A system component in the cluster is not healthy." },
  BackupBucketsReady: { name: "Backup buckets", failing: "The buckets for backups are not ready." },
  GardenletReady: { name: "Seed: gardenlet", failing: "The gardenlet of this Seed does not report." },
  ExtensionsReady: { name: "Seed: extensions", failing: "Not all extensions of this Seed are ready." },
  SeedSystemComponentsHealthy: {
    name: "Seed: system components",
    failing: "A system component of this Seed is not healthy.",
  },
  EmergencyStopShootReconciliations: {
    name: "Seed: emergency stop",
    failing: "Work on all clusters of this Seed has been stopped.",
  },
} as const satisfies { readonly [Type in ConditionType]: ConditionWords };

/** The words of a condition; a type newer than this build goes by its own name. */
export function wordsOfCondition(type: string): ConditionWords {
  if (isConditionType(type)) return conditionWords[type];
  return { name: type, failing: `The condition ${type} is not fulfilled.` };
}

/** What each reading of a condition or constraint says, beside its name. */
export const readingWords = {
  fine: "Fine",
  "not-checked": "Not checked while the cluster is hibernated",
  rechecking: "Fine at the last check, being checked again",
  "failing-unconfirmed": "Failing, not yet confirmed",
  failing: "Failing",
  unknown: "Gardener cannot tell",
  unrecognised: "Reported in words that Almanac does not know",
} as const satisfies { readonly [Reading in ConditionReading]: string };
