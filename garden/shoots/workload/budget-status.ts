import "server-only";
import { fieldAt } from "#lib/kube/field.ts";
import { type LabelSelector, selectorMatches } from "#lib/kube/label-selector.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { isPodReady } from "./pod-object.ts";

/** Annotation on a budget: the generation that the disruption controller has not seen. */
export const unobservedAnnotation = "almanac.garden/unobserved-generation";

function isSelector(value: unknown): value is LabelSelector {
  return isRecord(value);
}

/** The selector of a budget, Deployment or StatefulSet; undefined selects nothing. */
export function selectorOf(object: KubeObject): LabelSelector | undefined {
  const selector = fieldAt(object, "spec", "selector");
  return isSelector(selector) ? selector : undefined;
}

/** Whether a budget is about a Pod. */
export function isBudgetOf(budget: KubeObject, pod: KubeObject): boolean {
  return (
    budget.metadata.namespace === pod.metadata.namespace &&
    selectorMatches(selectorOf(budget), pod.metadata.labels ?? {})
  );
}

/**
 * The status that the disruption controller gives a budget.
 * @param pods The Pods that it selects.
 * @param scaleOf Replicas that the controller of a Pod wants, with an identity of the controller.
 * @source Kubernetes: pkg/controller/disruption/disruption.go (getExpectedPodCount, updatePdbStatus)
 */
export function budgetStatus(
  budget: KubeObject,
  pods: readonly KubeObject[],
  scaleOf: (pod: KubeObject) => { readonly id: string; readonly replicas: number } | undefined,
): object {
  const currentHealthy = pods.filter(isPodReady).length;
  const scales = new Map(pods.flatMap((pod) => scaleOf(pod) ?? []).map(({ id, replicas }) => [id, replicas]));
  const scale = [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
  const maxUnavailable = fieldAt(budget, "spec", "maxUnavailable");
  const minAvailable = fieldAt(budget, "spec", "minAvailable") ?? 1;
  const expectedPods = maxUnavailable === undefined && typeof minAvailable === "number" ? pods.length : scale;
  const desiredHealthy =
    maxUnavailable === undefined
      ? amountOf(minAvailable, expectedPods)
      : Math.max(0, expectedPods - amountOf(maxUnavailable, expectedPods));
  const disruptionsAllowed = expectedPods === 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  const isAllowed = disruptionsAllowed > 0;
  return {
    conditions: [
      {
        type: "DisruptionAllowed",
        status: isAllowed ? "True" : "False",
        reason: isAllowed ? "SufficientPods" : "InsufficientPods",
        message: "",
        lastTransitionTime: budget.metadata.creationTimestamp ?? null,
        observedGeneration: budget.metadata.generation ?? 1,
      },
    ],
    currentHealthy,
    desiredHealthy,
    disruptionsAllowed,
    expectedPods,
    observedGeneration: budget.metadata.generation ?? 1,
  };
}

/** A number, or a percentage of `total`, rounded up. */
function amountOf(amount: unknown, total: number): number {
  if (typeof amount === "number") return amount;
  const percent = typeof amount === "string" ? Number.parseFloat(amount) : Number.NaN;
  return Number.isFinite(percent) ? Math.ceil((percent * total) / 100) : 0;
}
