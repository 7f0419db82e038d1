import "server-only";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { BudgetContents, JobContents, WorkloadContents } from "#lib/policy/readiness/contents/cluster-contents.ts";
import { numberAt, objectNameOf, selectorAt, shortListAt, textAt } from "./fact-fields.ts";

/** Facts of a PodDisruptionBudget; undefined for a malformed one. */
export function budgetFacts(value: unknown): readonly BudgetContents[] | undefined {
  const [name, selector] = [objectNameOf(value, "metadata"), selectorAt(value, "spec", "selector")];
  if (name === undefined || selector === "malformed") return undefined;
  return [
    {
      ...name,
      selector,
      minAvailable: numberAt(value, "spec", "minAvailable") ?? textAt(value, "spec", "minAvailable"),
      maxUnavailable: numberAt(value, "spec", "maxUnavailable") ?? textAt(value, "spec", "maxUnavailable"),
      evictsUnhealthy: stringAt(value, "spec", "unhealthyPodEvictionPolicy") === "AlwaysAllow",
      status: budgetStatus(value),
    },
  ];
}

function budgetStatus(value: unknown): BudgetContents["status"] {
  const seen = numberAt(value, "status", "observedGeneration") ?? 0;
  if (seen < (numberAt(value, "metadata", "generation") ?? 0)) return undefined;
  const [disruptionsAllowed, currentHealthy] = statusNumbers(value, "disruptionsAllowed", "currentHealthy");
  const [desiredHealthy, expectedPods] = statusNumbers(value, "desiredHealthy", "expectedPods");
  const isWhole = [disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods].every(Number.isInteger);
  return isWhole ? { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods } : undefined;
}

function statusNumbers(value: unknown, first: string, second: string): readonly [number, number] {
  return [numberAt(value, "status", first) ?? Number.NaN, numberAt(value, "status", second) ?? Number.NaN];
}

/** Reads the facts of a Deployment or a StatefulSet. */
export function workloadFactsOf(kind: WorkloadContents["kind"]) {
  return (value: unknown): readonly WorkloadContents[] | undefined => {
    const name = objectNameOf(value, "metadata");
    if (name === undefined) return undefined;
    // The API server writes the default of one replica into the spec.
    const replicas = numberAt(value, "spec", "replicas") ?? 1;
    return [{ kind, ...name, replicas, readyReplicas: numberAt(value, "status", "readyReplicas") ?? 0 }];
  };
}

const defaultBackoffLimit = 6;

/** Facts of a Job that runs; none for one that does not, of which there are many. */
export function jobFacts(value: unknown): readonly JobContents[] | undefined {
  const name = objectNameOf(value, "metadata");
  if (name === undefined) return undefined;
  const active = numberAt(value, "status", "active") ?? 0;
  if (active === 0) return [];
  return [
    {
      ...name,
      active,
      restartPolicy: textAt(value, "spec", "template", "spec", "restartPolicy") ?? "",
      backoffLimit: numberAt(value, "spec", "backoffLimit") ?? defaultBackoffLimit,
      ignoresDisruption: shortListAt(value, "spec", "podFailurePolicy", "rules").some(ignoresDisruption),
      startedAt: parseInstant(fieldAt(value, "status", "startTime")),
    },
  ];
}

function ignoresDisruption(rule: unknown): boolean {
  const conditions = shortListAt(rule, "onPodConditions");
  return (
    stringAt(rule, "action") === "Ignore" &&
    conditions.some((condition) => stringAt(condition, "type") === "DisruptionTarget")
  );
}
