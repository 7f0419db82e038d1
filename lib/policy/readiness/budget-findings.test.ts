import { describe, expect, test } from "vitest";
import { budgetWith, nodeWith, podWith, readPart } from "#lib/testing/contents-examples.ts";
import { drainedPool, lookAt } from "#lib/testing/contents-look.ts";
import { budgetFindings } from "./budget-findings.ts";
import type { BudgetContents, PodContents } from "./contents/cluster-contents.ts";

const spent = { disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 2, expectedPods: 2 };
const short = { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 2, expectedPods: 3 };

function found(budget: Partial<BudgetContents>, pod: Partial<PodContents> = {}) {
  const look = lookAt({ pods: readPart([podWith(pod)]), budgets: readPart([budgetWith(budget)]) });
  return budgetFindings(look).map((finding) => [finding.id, finding.id === "budget-impossible" ? finding.why : ""]);
}

describe("a budget", () => {
  test.each<[what: string, budget: Partial<BudgetContents>, finding: readonly string[] | undefined]>([
    ["that allows an eviction is nothing", {}, undefined],
    [
      "of 0 unavailable Pods is impossible",
      { maxUnavailable: 0, status: spent },
      ["budget-impossible", "max-unavailable-zero"],
    ],
    ["of 0 % is impossible", { maxUnavailable: "0%", status: spent }, ["budget-impossible", "max-unavailable-zero"]],
    ["of 1 % is not: it is rounded up", { maxUnavailable: "1%", status: spent }, ["budget-exhausted", ""]],
    [
      "of 100 % is impossible, also before it is observed",
      { maxUnavailable: undefined, minAvailable: "100%", status: undefined },
      ["budget-impossible", "min-available-all"],
    ],
    [
      "of as many as there are is impossible",
      { maxUnavailable: undefined, minAvailable: 2, status: spent },
      ["budget-impossible", "min-available-all"],
    ],
    [
      "of 51 % of two rounds up to both",
      { maxUnavailable: undefined, minAvailable: "51%", status: spent },
      ["budget-impossible", "min-available-all"],
    ],
    [
      "of 50 % of two is only exhausted",
      { maxUnavailable: undefined, minAvailable: "50%", status: short },
      ["budget-exhausted", ""],
    ],
    ["that allows nothing now is exhausted", { status: short }, ["budget-exhausted", ""]],
    ["whose status is old refuses until it is observed", { status: undefined }, ["budget-not-observed", ""]],
    [
      "that selects other Pods is nothing",
      { selector: { matchLabels: { app: "db" } }, maxUnavailable: 0, status: spent },
      undefined,
    ],
    ["without a selector selects nothing", { selector: undefined, maxUnavailable: 0, status: spent }, undefined],
    [
      "with an empty selector selects all of its namespace",
      { selector: {}, maxUnavailable: 0, status: spent },
      ["budget-impossible", "max-unavailable-zero"],
    ],
    ["of another namespace is nothing", { namespace: "data", maxUnavailable: 0, status: spent }, undefined],
  ])("%s", (_, budget, finding) => {
    expect(found(budget)).toEqual(finding === undefined ? [] : [finding]);
  });
});

describe("a Pod", () => {
  const zero = { maxUnavailable: 0, status: spent };
  test.each<[what: string, pod: Partial<PodContents>]>([
    ["that is pending is evicted without asking", { phase: "Pending", isReady: false }],
    ["that has failed is evicted without asking", { phase: "Failed", isReady: false }],
    ["that goes is not evicted again", { isTerminating: true }],
    ["of a DaemonSet is not evicted", { controller: { kind: "DaemonSet", name: "agent" } }],
    ["that is static is not evicted", { isMirror: true }],
    ["without a node is not evicted", { node: undefined }],
    ["that is not ready is evicted while the others are healthy", { isReady: false }],
  ])("%s", (_, pod) => {
    expect(found(zero, pod)).toEqual([]);
  });

  test("that is not ready is held while too few others are healthy, unless the budget lets unhealthy ones go", () => {
    expect(found({ status: short }, { isReady: false })).toEqual([["budget-exhausted", ""]]);
    expect(found({ status: short, evictsUnhealthy: true }, { isReady: false })).toEqual([]);
  });

  test("that two budgets select is never evicted, even if both allow it", () => {
    const budgets = readPart([budgetWith({}), budgetWith({ name: "second" })]);
    const [finding, ...others] = budgetFindings(lookAt({ pods: readPart([podWith({})]), budgets }));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      id: "several-budgets",
      severity: "blocks",
      objects: { listed: [{ kind: "Pod", namespace: "shop", name: "web-7d9f-a" }], total: 1 },
    });
  });
});

describe("what an impossible budget holds up", () => {
  const contents = {
    pods: readPart([podWith({})]),
    budgets: readPart([budgetWith({ maxUnavailable: 0, status: spent })]),
  };

  test("is each drain, for as long as the pool says", () => {
    const drain = { seconds: 600, isDefault: false };
    expect(budgetFindings(lookAt(contents, { pools: [drainedPool({ drain })] }))).toMatchObject([{ drain }]);
  });

  test("is nothing where the step drains no node of the Pod's pool", () => {
    const other = lookAt(contents, { pools: [drainedPool({ name: "other" })] });
    expect([budgetFindings(other), budgetFindings(lookAt(contents, { pools: [] }))]).toEqual([[], []]);
  });

  test("is an update in place too, because it drains the node", () => {
    expect(budgetFindings(lookAt(contents, { pools: [drainedPool({ isReplaced: false })] }))).toHaveLength(1);
  });

  test("is assumed where the nodes could not be read, or the node has no pool", () => {
    const unread = { ...contents, nodes: { state: "unread", why: "forbidden" } as const };
    expect(budgetFindings(lookAt(unread))).toMatchObject([{ certainty: "assumed", incomplete: ["nodes"] }]);
    expect(budgetFindings(lookAt({ ...contents, nodes: readPart([nodeWith({ pool: undefined })]) }))).toHaveLength(1);
  });
});
