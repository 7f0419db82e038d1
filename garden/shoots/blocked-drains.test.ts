import type { KubeConfig } from "@kubernetes/client-node";
import { describe, expect, test } from "vitest";
import { startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { createShootApiClient } from "#garden/testing/create-shoot-api-client.fixture.ts";
import { listInShoot, sendToShoot } from "#garden/testing/send-to-shoot.fixture.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { shoots } from "#lib/kube/resource.ts";

const timeout = 60_000;
const namespace = "garden-payments";
const name = "ledger-us";
const drainTimeoutSeconds = 2 * 60 * 60;
const pace = 20;

async function startRoll() {
  const garden = await startEmbeddedGarden({ life: false, now: new Date("2026-08-10T09:30:00Z"), speed: 0, pace });
  const { config, nodes } = await createShootApiClient(garden, `${namespace}/${name}`, { seconds: 86_400 });
  const before = (await nodes()).map((node) => node.name);
  const target = { resource: shoots, namespace, name };
  const annotations = { "gardener.cloud/operation": "rollout-workers=*" };
  garden.api.patch<Shoot>(target, { metadata: { annotations } });
  const step = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 10) await garden.clock.advance(10_000);
  };
  return {
    garden,
    config,
    step,
    state: () => garden.api.get<Shoot>(target)?.status?.lastOperation?.state,
    cordoned: async () => (await nodes()).filter((node) => node.cordoned).map((node) => node.name),
    left: async () => (await nodes()).filter((node) => before.includes(node.name)).length,
  };
}

async function hostsOf(config: KubeConfig, app: string): Promise<readonly string[]> {
  const pods = await listInShoot(config, `/api/v1/namespaces/orders/pods?labelSelector=app=${app}`);
  return pods.map((pod) => stringAt(pod, "spec", "nodeName") ?? "");
}

describe("a roll whose drains a budget blocks", { timeout }, () => {
  test("stands still with the Pods on cordoned nodes, and goes on when the drain times out", async () => {
    const { garden, config, step, state, cordoned, left } = await startRoll();
    await step(120);
    expect(state()).toBe("Processing");
    const [waiting = ""] = await cordoned();
    expect([...(await hostsOf(config, "order-service")), ...(await hostsOf(config, "order-mail"))]).toContain(waiting);
    await step(120);
    expect(await cordoned()).toContain(waiting);
    for (let batch = 0; batch < 12 && state() === "Processing"; batch += 1) await step(drainTimeoutSeconds / pace);
    expect(state()).toBe("Succeeded");
    expect(await left()).toBe(0);
    expect(await hostsOf(config, "order-service")).toHaveLength(3);
    await garden.stop();
  });

  test("goes on at once when the budgets are changed", async () => {
    const { garden, config, step, state, left } = await startRoll();
    await step(120);
    expect(state()).toBe("Processing");
    for (const budget of ["order-service", "order-mail"]) {
      const path = `/apis/policy/v1/namespaces/orders/poddisruptionbudgets/${budget}`;
      expect((await sendToShoot(config, path, { method: "DELETE" })).status).toBe(200);
    }
    await step(120);
    expect(state()).toBe("Succeeded");
    expect(await left()).toBe(0);
    await garden.stop();
  });

  test("does not wait in a cluster without such budgets", async () => {
    const { garden, config, step, state, left } = await startRoll();
    for (const budget of ["order-service", "order-mail"]) {
      const path = `/apis/policy/v1/namespaces/orders/poddisruptionbudgets/${budget}`;
      await sendToShoot(config, path, { method: "DELETE" });
    }
    await step(180);
    expect(state()).toBe("Succeeded");
    expect(await left()).toBe(0);
    await garden.stop();
  });
});
