import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { utcClock } from "#lib/words/clock.ts";
import { describeCluster } from "./describe-cluster.ts";

const now = Date.parse("2026-11-24T12:00:00Z");
const since = "2026-11-24T11:00:00Z";
const onlooker = { operates: false, belongs: true, mayChange: true };

function describeWith(status: object) {
  const shoot: Shoot = {
    metadata: { name: "any", namespace: "garden-any", generation: 1, creationTimestamp: "2026-01-01T00:00:00Z" },
    spec: { seedName: "any", kubernetes: { version: "1.34.1" }, provider: { type: "gcp", workers: [] } },
    status: {
      observedGeneration: 1,
      seedName: "any",
      lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100, lastUpdateTime: since },
      ...status,
    },
  };
  return describeCluster({ shoot, row: sampleFleetRow(), view: {}, onlooker }, { clock: utcClock, now });
}

function condition(type: string, message: string | undefined) {
  return { type, status: "False", reason: "Any", lastTransitionTime: since, lastUpdateTime: since, message };
}

test("an unhealthy cluster says what its condition reports instead of sending the reader there", () => {
  const told = describeWith({ conditions: [condition("ControlPlaneHealthy", "1 of 3 etcd\n members not ready.")] });
  expect(told.causes).toContain("Gardener reports: “1 of 3 etcd members not ready”.");
  expect(told.next).toBe("");
});

test("a long message is shortened, and without one the reader is sent to the conditions", () => {
  const long = describeWith({ conditions: [condition("ControlPlaneHealthy", "x".repeat(500))] });
  expect(long.causes.join(" ").length).toBeLessThan(200);
  const silent = describeWith({ conditions: [condition("ControlPlaneHealthy", undefined)] });
  expect([silent.causes, silent.next]).toEqual([[], "Check the conditions."]);
});

test("a finding says what its constraint reports", () => {
  const told = describeWith({ constraints: [condition("CACertificateValiditiesAcceptable", "ca expires")] });
  expect(told.causes).toEqual(["Gardener reports: “ca expires”."]);
  expect(told.next).toBe("");
});

test("while Gardener works, what it does not answer is still told, and nobody reads that no action is needed", () => {
  const running = { lastOperation: { type: "Reconcile", state: "Processing", progress: 40, lastUpdateTime: since } };
  expect(describeWith(running).next).toBe("No action needed.");
  const refused = describeWith({
    ...running,
    constraints: [condition("MaintenancePreconditionsSatisfied", "the update is refused."), condition("Any", "x")],
  });
  const reports = ["Gardener reports: “the update is refused”.", "Gardener reports: “x”."];
  expect([refused.causes, refused.next]).toEqual([reports, ""]);
  const rotations = { certificateAuthorities: { phase: "Prepared", lastInitiationTime: since } };
  const waits = describeWith({ ...running, credentials: { rotation: rotations } });
  expect([waits.causes, waits.next]).toEqual([["Rotation of the certificate authorities waiting."], ""]);
});
