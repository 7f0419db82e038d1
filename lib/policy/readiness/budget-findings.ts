import { selectorMatches } from "#lib/kube/label-selector.ts";
import type { BudgetContents, PodContents } from "./contents/cluster-contents.ts";
import type { BudgetImpossibility, NamedObject } from "./contents/contents-facts.ts";
import { longestDrain } from "./contents/step-drains.ts";
import {
  type ContentsFindings,
  type ContentsLook,
  certaintyOfPods,
  evictedPods,
  incompleteAmong,
  itemsOf,
  listObjects,
  podObject,
} from "./contents-look.ts";

/**
 * Budgets that refuse the evictions of a step. A refused eviction is tried again until the drain's time is over.
 * Budgets that select no Pod on a drained node do nothing.
 *
 * @source Kubernetes: pkg/registry/core/pod/storage/eviction.go
 */
export function budgetFindings(look: ContentsLook): ContentsFindings {
  const { contents } = look;
  const budgetsOf = budgetsByPod(itemsOf(contents.budgets));
  const asked = evictedPods(look).flatMap(({ pod }) => (pod.phase === "Pending" ? [] : [{ pod, its: budgetsOf(pod) }]));
  const shared = asked.filter(({ its }) => its.length > 1).map(({ pod }) => podObject(pod));
  const refusing = refusingBudgets(asked);
  const base = {
    certainty: certaintyOfPods(look),
    drain: longestDrain(look.drains),
    incomplete: incompleteAmong(contents, ["nodes", "pods", "budgets"]),
  };
  const found = (refusal: BudgetRefusal) => refusing.get(refusal)?.map(budgetObject) ?? [];
  const impossible = (["max-unavailable-zero", "min-available-all"] as const).flatMap((why): ContentsFindings => {
    const objects = found(why);
    if (objects.length === 0) return [];
    return [
      { id: "budget-impossible", severity: "blocks", fixer: "user", why, objects: listObjects(objects), ...base },
    ];
  });
  const exhausted = found("exhausted");
  const notObserved = found("not-observed");
  return [
    ...impossible,
    ...(shared.length === 0
      ? []
      : [{ id: "several-budgets", severity: "blocks", fixer: "user", objects: listObjects(shared), ...base } as const]),
    ...(exhausted.length === 0
      ? []
      : [
          {
            id: "budget-exhausted",
            severity: "risk",
            fixer: "user",
            objects: listObjects(exhausted),
            ...base,
          } as const,
        ]),
    ...(notObserved.length === 0
      ? []
      : [
          {
            id: "budget-not-observed",
            severity: "risk",
            fixer: "gardener",
            objects: listObjects(notObserved),
            ...base,
          } as const,
        ]),
  ];
}

type BudgetRefusal = BudgetImpossibility | "exhausted" | "not-observed";

/** The budgets that select a Pod. */
function budgetsByPod(budgets: readonly BudgetContents[]): (pod: PodContents) => readonly BudgetContents[] {
  const byNamespace = Map.groupBy(budgets, ({ namespace }) => namespace);
  return ({ namespace, labels }) =>
    (byNamespace.get(namespace) ?? []).filter(({ selector }) => selectorMatches(selector, labels));
}

/** The budgets that alone select Pods whose eviction they refuse, by the reason. */
function refusingBudgets(
  asked: readonly { readonly pod: PodContents; readonly its: readonly BudgetContents[] }[],
): ReadonlyMap<BudgetRefusal, readonly BudgetContents[]> {
  const refusing = new Map<BudgetContents, BudgetRefusal>();
  for (const { pod, its } of asked) {
    const [budget] = its;
    if (budget === undefined || its.length > 1 || refusing.has(budget)) continue;
    const refusal = refusalOf(budget, pod);
    if (refusal !== undefined) refusing.set(budget, refusal);
  }
  return new Map(
    [...Map.groupBy(refusing, ([, refusal]) => refusal)].map(([key, pairs]) => [key, pairs.map(([it]) => it)]),
  );
}

/** Why a budget refuses the eviction of a Pod that it alone selects; undefined if it allows it. */
function refusalOf(budget: BudgetContents, pod: PodContents): BudgetRefusal | undefined {
  const { status, evictsUnhealthy } = budget;
  if (!pod.isReady && evictsUnhealthy) return undefined;
  const impossible = impossibilityOf(budget);
  if (status === undefined) return impossible ?? "not-observed";
  if (status.disruptionsAllowed > 0) return undefined;
  // A Pod that is not ready is evicted while enough others are healthy.
  const hasHealthyRest = status.desiredHealthy > 0 && status.currentHealthy >= status.desiredHealthy;
  if (!pod.isReady && hasHealthyRest) return undefined;
  return impossible ?? "exhausted";
}

/**
 * Why no state of the Pods lets the budget allow an eviction. Percentages are rounded up.
 * @source Kubernetes: pkg/controller/disruption, getExpectedPodCount
 */
function impossibilityOf({ minAvailable, maxUnavailable, status }: BudgetContents): BudgetImpossibility | undefined {
  if (maxUnavailable !== undefined) return percentOrCount(maxUnavailable) === 0 ? "max-unavailable-zero" : undefined;
  if (minAvailable === undefined) return undefined;
  if (typeof minAvailable === "string" && percentOrCount(minAvailable) >= 100) return "min-available-all";
  const expected = status?.expectedPods;
  if (expected === undefined || expected === 0) return undefined;
  const least =
    typeof minAvailable === "number" ? minAvailable : Math.ceil((percentOrCount(minAvailable) * expected) / 100);
  return least >= expected ? "min-available-all" : undefined;
}

/** A count as it is, or the number of a percentage; NaN for other text. */
function percentOrCount(value: string | number): number {
  return typeof value === "number" ? value : Number.parseInt(value, 10);
}

function budgetObject({ namespace, name }: BudgetContents): NamedObject {
  return { kind: "PodDisruptionBudget", namespace, name };
}
