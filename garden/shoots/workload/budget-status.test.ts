import { expect, test } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import { budgetStatus } from "./budget-status.ts";

/** Pods of one controller, the first `ready` of which serve. */
function podsOf(count: number, ready: number): readonly KubeObject[] {
  return Array.from({ length: count }, (_, index) => ({
    metadata: {
      name: `pod-${index}`,
      ownerReferences: [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: "a", uid: "a" }],
    },
    status: { conditions: [{ type: "Ready", status: index < ready ? "True" : "False" }] },
  }));
}

test.each([
  ["a number of Pods", { minAvailable: 2 }, { wanted: 3, ready: 3 }, [1, 2, 3]],
  ["a number that is all there are", { minAvailable: 3 }, { wanted: 3, ready: 3 }, [0, 3, 3]],
  ["a percentage, rounded up", { minAvailable: "50%" }, { wanted: 3, ready: 3 }, [1, 2, 3]],
  ["all", { minAvailable: "100%" }, { wanted: 2, ready: 2 }, [0, 2, 2]],
  ["one that can be missing", { maxUnavailable: 1 }, { wanted: 3, ready: 3 }, [1, 2, 3]],
  ["one that is missing already", { maxUnavailable: 1 }, { wanted: 3, ready: 2 }, [0, 2, 3]],
  ["none that can be missing", { maxUnavailable: 0 }, { wanted: 3, ready: 3 }, [0, 3, 3]],
  ["a percentage that can be missing, rounded up", { maxUnavailable: "30%" }, { wanted: 5, ready: 5 }, [2, 3, 5]],
  ["more than there are", { maxUnavailable: "200%" }, { wanted: 2, ready: 0 }, [0, 0, 2]],
  ["neither: one Pod", {}, { wanted: 2, ready: 2 }, [1, 1, 2]],
] as const)("%s", (_rule, spec, { wanted, ready }, [disruptionsAllowed, desiredHealthy, expectedPods]) => {
  const budget: KubeObject = { metadata: { name: "budget", generation: 4 }, ...{ spec } };
  const status = budgetStatus(budget, podsOf(wanted, ready), () => ({ id: "a", replicas: wanted }));
  expect(status).toMatchObject({ disruptionsAllowed, desiredHealthy, expectedPods, currentHealthy: ready });
  expect(status).toMatchObject({ observedGeneration: 4 });
});

test("a budget without Pods allows nothing", () => {
  const budget: KubeObject = { metadata: { name: "budget" }, ...{ spec: { maxUnavailable: 1 } } };
  expect(budgetStatus(budget, [], () => undefined)).toMatchObject({ disruptionsAllowed: 0, expectedPods: 0 });
});
