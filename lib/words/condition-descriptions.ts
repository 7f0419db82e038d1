import { type Message, message, text } from "#lib/language/text.ts";
import type { ConditionAssessment } from "#lib/policy/status/condition-assessment.ts";
import { type ConditionType, isConditionType } from "#lib/policy/status/conditions.ts";
import type { StatusHue } from "./version-stage.ts";

/** Name of a condition, and the description shown if its status is not True. */
export interface ConditionDescription {
  readonly name: string;
  readonly failing: string;
}

const conditionLabels = {
  APIServerAvailable: {
    name: message("API server"),
    failing: message("The API server of the cluster does not answer."),
  },
  ControlPlaneHealthy: {
    name: message("Control plane"),
    failing: message("A component of the control plane is not healthy."),
  },
  EveryNodeReady: { name: message("Nodes"), failing: message("Not every node is ready.") },
  ObservabilityComponentsHealthy: {
    name: message("Observability"),
    failing: message("Monitoring or logging of the cluster does not work."),
  },
  SystemComponentsHealthy: {
    name: message("System components"),
    failing: message("A system component in the cluster is not healthy."),
  },
  BackupBucketsReady: { name: message("Backup buckets"), failing: message("The buckets for backups are not ready.") },
  GardenletReady: { name: message("Seed: gardenlet"), failing: message("The gardenlet of this Seed does not report.") },
  ExtensionsReady: {
    name: message("Seed: extensions"),
    failing: message("Not all extensions of this Seed are ready."),
  },
  SeedSystemComponentsHealthy: {
    name: message("Seed: system components"),
    failing: message("A system component of this Seed is not healthy."),
  },
  EmergencyStopShootReconciliations: {
    name: message("Seed: emergency stop"),
    failing: message("Work on all clusters of this Seed has been stopped."),
  },
} as const satisfies { readonly [Type in ConditionType]: { readonly [Word in keyof ConditionDescription]: Message } };

/** Returns the name and description of a condition type. Types newer than this build are shown by their own name. */
export function describeCondition(type: string): ConditionDescription {
  if (!isConditionType(type)) return { name: type, failing: text("The condition {type} is not fulfilled.", { type }) };
  const { name, failing } = conditionLabels[type];
  return { name: text(name), failing: text(failing) };
}

/** Labels for each state of a condition or constraint, shown beside its name. */
export const conditionAssessmentLabels = {
  fine: message("Fine"),
  "not-checked": message("Not checked while the cluster is hibernated"),
  rechecking: message("Fine at the last check, being checked again"),
  "failing-unconfirmed": message("Failing, not yet confirmed"),
  failing: message("Failing"),
  unknown: message("Gardener cannot tell"),
  unrecognised: message("Reported in words that Almanac does not know"),
} as const satisfies { readonly [Reading in ConditionAssessment]: Message };

export const conditionAssessmentHues: Readonly<Record<ConditionAssessment, StatusHue>> = {
  fine: "positive",
  "not-checked": "neutral",
  rechecking: "info",
  "failing-unconfirmed": "caution",
  failing: "negative",
  unknown: "neutral",
  unrecognised: "neutral",
};
