import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { compareQuantities, differenceOfQuantities } from "#lib/kube/quantity.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** How much of one limit of a ResourceQuota is used, as quantities. */
export interface ResourceUse {
  /** Name of the limit, such as `count/shoots.core.gardener.cloud`. */
  readonly resource: string;
  readonly limit: string;
  /** Undefined until Kubernetes has counted. */
  readonly used?: string;
  /** What is left, not below zero; undefined until Kubernetes has counted. */
  readonly free?: string;
}

/**
 * What a ResourceQuota limits. The garden refuses what exceeds the limits in its status, and until Kubernetes has written
 * these, nothing is counted.
 * @source Kubernetes: apiserver pkg/admission/plugin/resourcequota/controller.go
 */
export function resourceUsesOf(quota: KubeObject): readonly ResourceUse[] {
  const [limits, used] = [quantitiesAt(quota, "status", "hard"), quantitiesAt(quota, "status", "used")];
  const hard = Object.keys(limits).length > 0 ? limits : quantitiesAt(quota, "spec", "hard");
  return Object.entries(hard).map(([resource, limit]): ResourceUse => {
    const count = used[resource];
    if (count === undefined) return { resource, limit };
    const isLeft = (compareQuantities(limit, count) ?? 0) > 0;
    return { resource, limit, used: count, free: isLeft ? (differenceOfQuantities(limit, count) ?? "0") : "0" };
  });
}

function quantitiesAt(quota: KubeObject, ...path: readonly string[]): Readonly<Record<string, string>> {
  const held = fieldAt(quota, ...path);
  if (!isRecord(held)) return {};
  return Object.fromEntries(Object.entries(held).map(([name, amount]) => [name, String(amount)]));
}
