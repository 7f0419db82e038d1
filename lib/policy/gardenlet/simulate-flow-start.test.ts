import { expect, test } from "vitest";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { simulateFlowStart } from "./simulate-flow-start.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const at = "2026-11-21T12:00:00Z";
const rolled = (...names: readonly string[]) => names.map((name) => ({ name, lastInitiationTime: at }));
const rotation = { certificateAuthorities: { phase: "Prepared" } } as const;

const encryptedWith = (type: string) => ({ encryptionConfig: { provider: { type } } });

function started(
  operation: string,
  pools: readonly string[],
  more: { asleep?: boolean; status?: ShootStatus; encryption?: string } = {},
) {
  const workers = pools.map((name) => ({ name, machine: { type: "m" } }));
  const shoot: Shoot = {
    metadata: { name: "s", annotations: { "gardener.cloud/operation": operation } },
    spec: {
      kubernetes: { version: "1.34.1", ...(more.encryption && { kubeAPIServer: encryptedWith(more.encryption) }) },
      provider: { type: "local", workers },
      ...(more.asleep && { hibernation: { enabled: true } }),
    },
    status: { lastOperation: { type: "Reconcile", state: "Succeeded" }, ...more.status },
  };
  const { metadata, status } = simulateFlowStart(shoot, now).shoot;
  return [status?.manualWorkerPoolRollout, metadata.annotations?.["gardener.cloud/operation"]];
}

test("a roll-out of all pools of a Shoot without any leaves an empty block", () => {
  expect(started("rollout-workers=*", [])).toEqual([{}, undefined]);
});

test("a roll-out names each pool once", () => {
  expect(started("rollout-workers=a,a", ["a", "b"])).toEqual([{ pendingWorkersRollouts: rolled("a") }, undefined]);
});

test("a roll-out of a Shoot that is to sleep is kept unless a rotation or an in-place update is tidied up", () => {
  const kept = { pendingWorkersRollouts: rolled("a") };
  expect(started("rollout-workers=a", ["a"], { asleep: true })[0]).toEqual(kept);
  expect(started("rollout-workers=a", ["a"], { asleep: true, status: { credentials: { rotation } } })[0]).toEqual({});
  const inPlaceUpdates = { pendingWorkerUpdates: { autoInPlaceUpdate: ["a"] } };
  expect(started("rollout-workers=a", ["a"], { asleep: true, status: { inPlaceUpdates } })[0]).toEqual({});
});

test("an encryption rotation that the flow itself begins comes after the tidying", () => {
  const status = { credentials: { encryptionAtRest: { provider: { type: "aescbc" } } } };
  const more = { asleep: true, status, encryption: "aesgcm" };
  expect(started("rollout-workers=a", ["a"], more)[0]).toEqual({ pendingWorkersRollouts: rolled("a") });
});

test("what the release no longer knows stays in the annotation", () => {
  expect(started("rotate-ca-start;rotate-kubeconfig-credentials", ["a"])[1]).toBe("rotate-kubeconfig-credentials");
});

test("what is no operation stays in the annotation", () => {
  expect(started("rollout-workers=a;make-coffee", ["a"])[1]).toBe("make-coffee");
});
