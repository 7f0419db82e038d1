import { expect, test } from "vitest";
import { readInPlaceNodeUpdate } from "./in-place-node.ts";
import {
  criticalComponentLabel,
  criticalComponentsTaint,
  nodeReadiness,
  waitForCsiNodePrefix,
} from "./node-readiness.ts";

test("a node waits for the driver that a critical Pod names", () => {
  const pod = {
    name: "a-1",
    namespace: "kube-system",
    owner: "a",
    ready: true,
    labels: { [criticalComponentLabel]: "true" },
    annotations: { [`${waitForCsiNodePrefix}aws`]: "ebs.csi.aws.com" },
  };
  const readiness = nodeReadiness({ taints: [criticalComponentsTaint], daemonSets: [], pods: [pod] });
  expect(readiness).toMatchObject({ action: "wait", reason: "UnreadyRequiredCSIDrivers" });
});

test("a node whose labels are null is updated by nobody", () => {
  expect(readInPlaceNodeUpdate({ labels: null })).toEqual({ phase: "idle", userMaySelect: false });
});
