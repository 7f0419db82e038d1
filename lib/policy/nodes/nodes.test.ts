import { describe, expect, test } from "vitest";
import {
  candidateForUpdateLabel,
  type InPlaceNode,
  nodeUpdate,
  selectedForUpdateLabel,
  updateResultLabel,
} from "./in-place-node.ts";
import {
  criticalComponentLabel,
  criticalComponentsTaint,
  type NodeComponents,
  nodeReadiness,
  waitForCsiNodePrefix,
} from "./node-readiness.ts";

const critical = { [criticalComponentLabel]: "true" };
const set = { name: "a", namespace: "kube-system", labels: critical, templateLabels: critical };
const pod = { name: "a-1", namespace: "kube-system", owner: "a", ready: true, labels: critical };
const driver = { ...pod, annotations: { [`${waitForCsiNodePrefix}aws`]: "ebs.csi.aws.com" } };

describe("readiness", () => {
  test.each<[string, Partial<NodeComponents>, string]>([
    ["a critical DaemonSet without its Pod is waited for", { daemonSets: [set] }, "UnscheduledNodeCriticalDaemonSets"],
    ["one that does not tolerate the node is not", { daemonSets: [{ ...set, shouldRun: false }] }, "removeTaint"],
    ["a critical Pod that is not ready is waited for", { pods: [{ ...pod, ready: false }] }, "UnreadyNodeCriticalPods"],
    ["Pods outside kube-system do not count", { pods: [{ ...pod, namespace: "app", ready: false }] }, "removeTaint"],
    ["a driver that a Pod names is waited for", { pods: [driver] }, "UnreadyRequiredCSIDrivers"],
    ["a registered driver is not", { pods: [driver], csiNodeDrivers: ["ebs.csi.aws.com"] }, "removeTaint"],
    ["without the taint nothing is done", { taints: [], daemonSets: [set] }, "nothing"],
  ])("%s", (_name, components, expected) => {
    const readiness = nodeReadiness({ taints: [criticalComponentsTaint], daemonSets: [], pods: [], ...components });
    expect(readiness.action === "wait" ? readiness.reason : readiness.action).toBe(expected);
  });
});

describe("in-place updates", () => {
  const candidate = { [candidateForUpdateLabel]: "true" };
  test.each<[string, InPlaceNode, string, boolean]>([
    [
      "a candidate of a manual pool may be selected",
      { labels: candidate, strategy: "ManualInPlaceUpdate" },
      "candidate",
      true,
    ],
    ["one of an automatic pool may not", { labels: candidate, strategy: "AutoInPlaceUpdate" }, "candidate", false],
    [
      "of the label only the key counts",
      { labels: { ...candidate, [selectedForUpdateLabel]: "false" } },
      "selected",
      false,
    ],
    [
      "the condition of the last update decides nothing alone",
      { condition: { reason: "ReadyForUpdate" } },
      "idle",
      false,
    ],
    ["the result comes first", { labels: { ...candidate, [updateResultLabel]: "failed" } }, "failed", false],
    ["labels may be null", { labels: null }, "idle", false],
  ])("%s", (_name, node, phase, userMaySelect) => {
    expect(nodeUpdate(node)).toEqual({ phase, userMaySelect });
  });
});
