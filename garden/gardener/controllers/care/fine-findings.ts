import { workloadConditionTypes } from "#lib/policy/status/conditions.ts";

/** Reason and message of a condition or constraint when gardenlet's check finds no problem. */
export interface PassedCheckFinding {
  readonly reason: string;
  readonly message: string;
}

const webhooks: PassedCheckFinding = {
  reason: "NoProblematicWebhooks",
  message: "All webhooks are properly configured.",
};

/** Conditions of a healthy Shoot on an ordinary Seed, in the order of its status. */
export const healthyConditions: Readonly<Record<string, PassedCheckFinding>> = {
  APIServerAvailable: {
    reason: "HealthzRequestSucceeded",
    message: "API server /healthz endpoint responded with success status code.",
  },
  ControlPlaneHealthy: { reason: "ControlPlaneRunning", message: "All control plane components are healthy." },
  ObservabilityComponentsHealthy: {
    reason: "ObservabilityComponentsRunning",
    message: "All observability components are healthy.",
  },
  EveryNodeReady: { reason: "EveryNodeReady", message: "All nodes are ready." },
  SystemComponentsHealthy: { reason: "SystemComponentsRunning", message: "All system components are healthy." },
};

/** Constraints that a healthy Shoot shows, in the order of its status. */
export const healthyConstraints: Readonly<Record<string, PassedCheckFinding>> = {
  HibernationPossible: webhooks,
  MaintenancePreconditionsSatisfied: webhooks,
};

/** The conditions of a healthy Shoot. A workerless Shoot has none about nodes. */
export function healthyConditionsFor(workerless: boolean): readonly (readonly [type: string, PassedCheckFinding])[] {
  const types: readonly string[] = workloadConditionTypes(workerless);
  return Object.entries(healthyConditions).filter(([type]) => types.includes(type));
}
