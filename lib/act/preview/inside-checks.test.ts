import { describe, expect, test } from "vitest";
import type { ActPreview } from "#lib/contract/act.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { budgetWith, emptyContents, nodeWith, podWith, readPart } from "#lib/testing/contents-examples.ts";
import { allowedPreview } from "./act-preview.fixture.ts";
import { insideChecksOf } from "./inside-checks.ts";

const [node, pod] = [nodeWith({ pool: "data" }), podWith({})];
const shoot = {
  metadata: { name: "shop", namespace: "garden-pay", uid: "u" },
  spec: {
    kubernetes: { version: "1.33.4" },
    provider: { type: "local", workers: [{ name: "data", maxSurge: 1, minimum: 1, maximum: 2, zones: ["a"] }] },
  },
};
const neverEvicts = budgetWith({
  namespace: pod.namespace,
  selector: { matchLabels: pod.labels },
  maxUnavailable: 0,
  status: { disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 2, expectedPods: 2 },
});
const contents = {
  ...emptyContents,
  nodes: readPart([node]),
  pods: readPart([{ ...pod, node: node.name }]),
  budgets: readPart([neverEvicts]),
  requestedApis: readPart([
    {
      ...{ group: "admissionregistration.k8s.io", version: "v1beta1", subresource: "", removedRelease: "1.34" },
      resource: "validatingadmissionpolicies",
    },
  ]),
};

const rolling: ActPreview["pools"] = [{ name: "data", effect: "rollingUpdate", sentence: "", triggers: [] }];
const minor: ActPreview["changes"] = [
  { path: "spec.kubernetes.version", before: "1.33.4", after: "1.34.1", by: "request" },
];
const checksOf = (preview: Partial<ActPreview>, looked: Partial<Parameters<typeof insideChecksOf>[2]> = {}) =>
  insideChecksOf(allowedPreview(preview), shoot, { contents, ...looked }).map(({ id }) => id);

describe("a preview against what was read inside the cluster", () => {
  test("says what stands against draining the nodes, and for a new minor what is removed, as advice", () => {
    expect(checksOf({ pools: rolling })).toEqual(["inside budget-impossible"]);
    expect(checksOf({ pools: rolling, changes: minor })).toEqual([
      "inside removed-api-used",
      "inside budget-impossible",
    ]);
    const [check] = insideChecksOf(allowedPreview({ pools: rolling }), shoot, { contents });
    expect(check).toMatchObject({ verdict: "warn", enforced: false });
  });

  test("says nothing about an action that leaves nodes and the minor version alone", () => {
    expect(checksOf({})).toEqual([]);
    expect(checksOf({ pools: [{ name: "data", effect: "none", sentence: "", triggers: [] }] })).toEqual([]);
  });

  test("says nothing when what was read is older than 15 minutes", () => {
    const readAgo = (minutes: number) => ({ contents: { ...contents, readAt: contents.readAt - minutes * minuteMs } });
    expect(checksOf({ pools: rolling }, readAgo(15))).toHaveLength(1);
    expect(checksOf({ pools: rolling }, readAgo(16))).toEqual([]);
  });
});
