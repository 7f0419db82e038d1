import { describe, expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { forceDeletionLeftovers } from "../deletion/cleanup-plan.ts";
import { gardenerRulesOfRelease, newestRules } from "../editions/gardener-rules.ts";
import { formatRestartUnits } from "../nodes/node-restart.ts";
import { hasShootResource, type ShootResourcePurpose } from "./project-resources.ts";
import { isOperationId, operationIds } from "./vocabulary.ts";

function shoot(spec: Partial<Shoot["spec"]> = {}): Shoot {
  return {
    metadata: { name: "bar", namespace: "garden-foo" },
    spec: {
      kubernetes: { version: "1.33.2" },
      provider: { type: "aws", workers: [{ name: "a", machine: { type: "m" } }] },
      ...spec,
    },
  };
}

describe("which objects stand beside a Shoot in its project", () => {
  test.each<[string, ShootResourcePurpose, Shoot, boolean]>([
    ["the CA bundle always", "cluster-ca", shoot(), true],
    ["the kubelet's CA with workers", "kubelet-ca", shoot(), true],
    ["no kubelet CA without workers", "kubelet-ca", shoot({ provider: { type: "aws" } }), false],
  ])("%s", (_name, purpose, given, expected) => {
    expect(hasShootResource(given, purpose, newestRules)).toBe(expected);
  });

  test.each<[minor: number, kubernetes: string, enabled: boolean | undefined, expected: boolean]>([
    [113, "1.25.16", undefined, true],
    [113, "1.26.15", undefined, false],
    [113, "1.26.15", true, true],
    [113, "1.25.16", false, false],
    [113, "1.27.1", true, false],
    [114, "1.25.16", true, false],
    [150, "1.25.16", undefined, false],
  ])(
    "in 1.%i with Kubernetes %s and the field %s, the static token kubeconfig: %s",
    (minor, version, enabled, expected) => {
      const kubernetes = { version, ...(enabled !== undefined && { enableStaticTokenKubeconfig: enabled }) };
      const rules = gardenerRulesOfRelease({ minor, patch: 0, dev: false });
      expect(hasShootResource(shoot({ kubernetes }), "static-kubeconfig", rules)).toBe(expected);
    },
  );
});

describe("the annotation that restarts systemd units", () => {
  test("lists the units", () => {
    expect(formatRestartUnits(["kubelet", "containerd.service"])).toBe("kubelet,containerd.service");
  });

  test.each([[[]], [["a b"]], [["kubelet,containerd"]], [[""]]])("is not made of %j", (units) => {
    expect(formatRestartUnits(units)).toBeUndefined();
  });
});

test("every operation is recognised by its id, and nothing else is", () => {
  expect(operationIds.filter((id) => !isOperationId(id))).toEqual([]);
  expect(["", "Reconcile", "rotate-everything", "__proto__"].filter(isOperationId)).toEqual([]);
});

test("a force deletion leaves what costs money first in the list", () => {
  expect(forceDeletionLeftovers[0]).toBe("machines and their disks");
});
