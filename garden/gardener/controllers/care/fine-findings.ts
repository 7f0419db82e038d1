import { workloadConditionTypes } from "#lib/policy/status/conditions.ts";

/** What gardenlet says of a check that finds nothing wrong. */
export interface FineFinding {
  readonly reason: string;
  readonly message: string;
}

const webhooks: FineFinding = {
  reason: "NoProblematicWebhooks",
  message: "All webhooks are properly configured.",
};

/** Conditions of a healthy Shoot on an ordinary Seed, in the order of its status. */
export const fineConditions: Readonly<Record<string, FineFinding>> = {
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
export const fineConstraints: Readonly<Record<string, FineFinding>> = {
  HibernationPossible: webhooks,
  MaintenancePreconditionsSatisfied: webhooks,
};

/** The conditions of a healthy Shoot; one without workers has no nodes that could be ready. */
export function fineConditionsOf(workerless: boolean): readonly (readonly [type: string, FineFinding])[] {
  const types: readonly string[] = workloadConditionTypes(workerless);
  return Object.entries(fineConditions).filter(([type]) => types.includes(type));
}
