import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { createShootApiClient, type ShootClientFixture } from "#garden/testing/create-shoot-api-client.fixture.ts";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";

/** Keep-alive is disabled, because each request of the official client opens a connection. */
const timeout = 30_000;
const server = startRawGardenForTests({ now: new Date("2026-08-10T09:30:00Z"), speed: 0 });

const seconds = (count: number) => server.garden.clock.advance(count * 1000);
const restart = "worker.gardener.cloud/restart-systemd-services";
const selected = "node.machine.sapcloud.io/selected-for-update";
const candidate = "node.machine.sapcloud.io/candidate-for-update";

async function eventsOn({ core }: ShootClientFixture, node: string): Promise<readonly string[]> {
  const { items } = await core.listEventForAllNamespaces({ fieldSelector: `involvedObject.name=${node}` });
  return items.map(({ type, reason, message }) => `${type} ${reason}: ${message}`);
}

describe("restarting systemd units", { timeout }, () => {
  test.each([
    [
      "kubelet",
      [
        'Normal SystemDUnitRestart: processed restart of unit "kubelet.service" with error <nil>',
        "Normal Starting: Starting kubelet.",
      ],
    ],
    [
      "nonsense",
      [
        'Warning SystemDUnitRestart: processed restart of unit "nonsense.service" with error unable to restart unit nonsense.service: Unit nonsense.service not found.',
      ],
    ],
    [
      "gardener-node-agent,containerd.service",
      [
        'Normal SystemDUnitRestart: processed restart of unit "containerd.service" with error <nil>',
        'Normal SystemDUnitRestart: processed restart of unit "gardener-node-agent.service" with error <nil>',
      ],
    ],
  ])("%s: the annotation goes, whatever came of it, and events say what happened", async (units, expected) => {
    const client = await createShootApiClient(server.garden, "garden-payments/ledger-eu");
    const nodes = await client.nodes();
    const { name = "" } = nodes.find(({ annotations }) => annotations.tried === undefined) ?? {};
    await client.patchNode(name, { metadata: { annotations: { [restart]: units, tried: "yes" } } });
    expect((await client.nodes()).find((node) => node.name === name)?.annotations[restart]).toBe(units);
    await seconds(2);
    const after = (await client.nodes()).find((node) => node.name === name);
    expect(after?.annotations).not.toHaveProperty([restart]);
    expect(after?.annotations.tried).toBe("yes");
    expect(await eventsOn(client, name)).toEqual(expected);
  });
});

describe("updates in place by hand", { timeout }, () => {
  const target = { resource: shoots, namespace: "garden-logistics", name: "hall-control" };
  const status = () => server.garden.api.get<Shoot>(target)?.status;
  const constraint = () =>
    status()?.constraints?.find((entry) => entry?.type === "ManualInPlaceWorkersUpdated")?.status;
  const image = "worker.gardener.cloud/image-version";

  test("each node that somebody selects is drained, updated under its name, and the last one frees the pool", async () => {
    const client = await createShootApiClient(server.garden, "garden-logistics/hall-control", { seconds: 86_400 });
    const plc = async () =>
      (await client.nodes()).filter(({ labels }) => labels["worker.gardener.cloud/pool"] === "plc");
    const before = await plc();
    expect(before.map(({ labels }) => [labels[candidate], labels[image]])).toEqual(
      before.map(() => ["true", "1877.3.0"]),
    );
    for (const [index, { name }] of before.entries()) {
      expect(status()?.inPlaceUpdates?.pendingWorkerUpdates?.manualInPlaceUpdate).toEqual(["plc"]);
      await client.patchNode(name, { metadata: { labels: { [selected]: "true" } } });
      await seconds(1);
      expect((await plc()).filter(({ cordoned }) => cordoned).map((node) => node.name)).toEqual([name]);
      await seconds(5);
      const updated = (await plc()).filter(({ labels }) => labels[candidate] === undefined);
      expect(updated).toHaveLength(index + 1);
      expect(updated.every(({ cordoned, labels }) => !cordoned && labels[selected] === undefined)).toBe(true);
    }
    expect((await plc()).map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    expect((await plc()).map(({ labels }) => labels[image])).not.toContain("1877.3.0");
    await seconds(10);
    expect(status()?.inPlaceUpdates?.pendingWorkerUpdates?.manualInPlaceUpdate ?? []).toEqual([]);
    expect(constraint()).toBeUndefined();
  });

  test("nodes that are selected together are updated one after the other", async () => {
    const other = await startEmbeddedGarden({ life: false, now: new Date("2026-08-10T09:30:00Z"), speed: 0 });
    const client = await createShootApiClient(other, "garden-logistics/hall-control", { seconds: 86_400 });
    for (const { name, labels } of await client.nodes()) {
      if (labels[candidate] !== undefined)
        await client.patchNode(name, { metadata: { labels: { [selected]: "true" } } });
    }
    for (let step = 0; step < 20; step += 1) {
      await other.clock.advance(1000);
      expect((await client.nodes()).filter(({ cordoned }) => cordoned).length).toBeLessThanOrEqual(1);
    }
    expect((await client.nodes()).filter(({ labels }) => labels[candidate] !== undefined)).toEqual([]);
    await other.stop();
  });
});

describe("a garden that is started again", { timeout }, () => {
  test("still knows what was written on a node, and the kubeconfigs that it handed out", async () => {
    const dataFolder = await mkdtemp(path.join(tmpdir(), "shoot-access-"));
    const options = { life: false, now: new Date("2026-08-10T09:30:00Z"), speed: 0, dataFolder };
    const first = await startEmbeddedGarden(options);
    const { nodes, patchNode } = await createShootApiClient(first, "garden-payments/vault");
    const [node] = await nodes();
    await patchNode(node?.name ?? "", { metadata: { labels: { mine: "yes" } }, spec: { unschedulable: true } });
    await first.stop();
    const second = await startEmbeddedGarden(options);
    const again = (await nodes()).find(({ name }) => name === node?.name);
    expect(again).toMatchObject({ labels: { mine: "yes" }, cordoned: true });
    await second.stop();
    await rm(dataFolder, { recursive: true });
  });
});
