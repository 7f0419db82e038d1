import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRawClient } from "#garden/testing/raw-client.ts";
import { openWatch } from "#garden/testing/watch-client.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps, namespaces, roleBindings, serviceAccounts, shoots } from "#lib/kube/resource.ts";
import { type EmbeddedGarden, type EmbeddedGardenOptions, startEmbeddedGarden } from "./start-embedded-garden.ts";

let folder = "";
const closers: (() => Promise<unknown> | unknown)[] = [];
const running = new Set<EmbeddedGarden>();
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "garden-kept-"));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  for (const garden of running) await stop(garden);
  await rm(folder, { recursive: true });
});

async function start(options: EmbeddedGardenOptions = {}): Promise<EmbeddedGarden> {
  const garden = await startEmbeddedGarden({ dataFolder: folder, life: false, ...options });
  running.add(garden);
  return garden;
}

async function stop(garden: EmbeddedGarden): Promise<void> {
  running.delete(garden);
  await garden.stop();
}

function clientOf(garden: EmbeddedGarden) {
  const client = createRawClient(garden);
  closers.push(() => client.close());
  return client;
}

const map = (name: string): KubeObject => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
const inShop = { resource: configMaps, namespace: "garden-shop" } as const;
const maps = "/api/v1/namespaces/garden-shop/configmaps";
/** Objects that no controller changes by itself; Projects are not among them, because they date the last activity. */
const quietObjects = ({ api }: EmbeddedGarden) => [
  ...[configMaps, namespaces, roleBindings].flatMap((resource) => api.list<KubeObject>({ resource })),
  ...api.list<Shoot>({ resource: shoots }).filter(({ status }) => status?.lastOperation?.state === "Succeeded"),
];

describe("a garden that is started again on its data folder", () => {
  test("holds the same objects, with their versions and uids, and not those that are gone", async () => {
    const first = await start();
    first.api.create(inShop, map("made"));
    const gone = first.api.create(inShop, map("gone"));
    first.api.delete({ ...inShop, name: gone.metadata.name });
    const before = quietObjects(first);
    await stop(first);
    const second = await start();
    expect(quietObjects(second)).toEqual(before);
    expect(second.notices).toEqual([]);
  });

  test("is reached with the kubeconfigs and tokens that it gave out: same address, authority and people", async () => {
    const first = await start();
    const kubeconfig = await readFile(path.join(folder, "kubeconfig"), "utf8");
    const robot = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "robot" } };
    first.api.create({ resource: serviceAccounts, namespace: "garden-shop" }, robot);
    const asked = await clientOf(first).send({
      method: "POST",
      path: "/api/v1/namespaces/garden-shop/serviceaccounts/robot/token",
      body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} },
    });
    await stop(first);
    const second = await start();
    expect(await readFile(path.join(folder, "kubeconfig"), "utf8")).toBe(kubeconfig);
    expect(second.identities).toEqual(first.identities);
    // The clients of the first garden, unchanged.
    expect((await clientOf(first).send({ path: maps })).status).toBe(200);
    const token = stringAt(asked.json, "status", "token") ?? "";
    const review = await clientOf(first).send({
      method: "POST",
      path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
      headers: { authorization: `Bearer ${token}` },
      as: "",
    });
    expect(stringAt(review.json, "status", "userInfo", "username")).toBe("system:serviceaccount:garden-shop:robot");
  });

  test("takes another port when somebody has its own, and says so", async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    await stop(first);
    await occupy(port);
    const second = await start();
    expect(second.url).not.toBe(first.url);
    expect(second.notices).toEqual([expect.stringContaining(`port ${port} is taken`)]);
  });

  test("goes on with its seed and its fleet, and says so to somebody who wants others", async () => {
    const first = await start({ seed: 7, shoots: 20 });
    const count = first.api.list({ resource: shoots }).length;
    await stop(first);
    const second = await start({ seed: 8, shoots: 40, now: new Date("2031-01-01T00:00:00Z") });
    expect(second.api.list({ resource: shoots })).toHaveLength(count);
    expect(second.notices).toEqual([
      `the garden in ${folder} goes on with seed 7, not 8; 20 generated Shoots, not 40; the time at which it was left`,
    ]);
  });

  test("serves a watch from the version at which it was left, and refuses one from before with 410", async () => {
    const first = await start();
    const old = first.api.create(inShop, map("old")).metadata.resourceVersion;
    const latest = first.api.create(inShop, map("latest")).metadata.resourceVersion;
    await stop(first);
    const second = await start();
    const expired = await openWatch(second, `${maps}?watch=true&resourceVersion=${old}`);
    expect(await expired.next()).toMatchObject({ type: "ERROR", object: { code: 410, reason: "Expired" } });
    const going = await openWatch(second, `${maps}?watch=true&resourceVersion=${latest}`);
    closers.push(() => going.close());
    second.api.create(inShop, map("later"));
    expect(await going.next()).toMatchObject({ type: "ADDED", object: { metadata: { name: "later" } } });
  });

  test("expires the pages of a list that was begun before", async () => {
    const first = await start();
    const page = await clientOf(first).send({ path: `${maps}?limit=1` });
    const token = stringAt(page.json, "metadata", "continue") ?? "";
    await stop(first);
    await start();
    expect((await clientOf(first).send({ path: `${maps}?limit=1&continue=${token}` })).status).toBe(410);
  });

  test("is refused while another one has it, which goes on undisturbed", async () => {
    const first = await start();
    await expect(startEmbeddedGarden({ dataFolder: folder, life: false })).rejects.toThrow(/in use by another process/);
    expect(first.api.create(inShop, map("undisturbed")).metadata.name).toBe("undisturbed");
  });
});

async function occupy(port: number): Promise<void> {
  const server: Server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  closers.push(() => new Promise((resolve) => server.close(resolve)));
}

describe("the time of a kept garden", () => {
  const now = new Date("2030-01-01T00:00:00Z");

  test("that was set and moved goes on where it stood", async () => {
    const first = await start({ now, speed: 0 });
    await first.clock.advance(90_000);
    await stop(first);
    const second = await start();
    expect(second.clock.now().toISOString()).toBe("2030-01-01T00:01:30.000Z");
    await stop(second);
    const third = await start({ speed: 1000 });
    expect(third.clock.now().getTime()).toBeGreaterThanOrEqual(now.getTime() + 90_000);
    expect(third.clock.speed).toBe(1000);
  });

  test("that was never touched is the machine's", async () => {
    await stop(await start());
    const second = await start();
    expect(second.clock.isMachineTime).toBe(true);
  });
});

describe("controllers go on where they were", () => {
  const now = new Date("2030-01-01T00:00:00Z");
  const storefront = { resource: shoots, namespace: "garden-shop", name: "storefront-eu" } as const;
  const shootOf = (garden: EmbeddedGarden) => garden.api.get<Shoot>(storefront);
  const phaseOf = (garden: EmbeddedGarden) =>
    shootOf(garden)?.status?.credentials?.rotation?.certificateAuthorities?.phase;

  async function stepsUntil(garden: EmbeddedGarden, reached: () => boolean): Promise<void> {
    for (let step = 0; step < 2_000 && !reached(); step += 1) await garden.clock.advance(100);
    expect(reached()).toBe(true);
  }

  test("a flow under way is aborted and starts again by itself, and replaces the machines that it had to", async () => {
    const first = await start({ now, speed: 0 });
    const annotations = { "gardener.cloud/operation": "rotate-credentials-start" };
    first.api.patch(storefront, { metadata: { annotations } });
    await stepsUntil(first, () => phaseOf(first) === "Preparing");
    await stop(first);
    const second = await start();
    expect(shootOf(second)?.status?.lastOperation?.state).toBe("Aborted");
    let rolled = false;
    await stepsUntil(second, () => {
      const nodes = shootOf(second)?.status?.conditions?.find((condition) => condition?.type === "EveryNodeReady");
      rolled ||= nodes?.reason === "NodesRollOutScalingUp";
      return phaseOf(second) === "Prepared";
    });
    expect(rolled).toBe(true);
  });

  test("a change that was only accepted is carried out, and known to need new machines", async () => {
    const first = await start({ now, speed: 0 });
    const workers = shootOf(first)?.spec.provider.workers ?? [];
    const changed = workers.map((worker) => ({ ...worker, volume: { ...worker.volume, size: "123Gi" } }));
    first.api.patch(storefront, { spec: { provider: { workers: changed } } });
    await stop(first);
    const second = await start();
    let rolled = false;
    await stepsUntil(second, () => {
      const { metadata, status } = shootOf(second) ?? {};
      const nodes = status?.conditions?.find((condition) => condition?.type === "EveryNodeReady");
      rolled ||= nodes?.reason === "NodesRollOutScalingUp";
      return status?.observedGeneration === metadata?.generation && status?.lastOperation?.state === "Succeeded";
    });
    expect(rolled).toBe(true);
  });

  test("a namespace that was being emptied is emptied and gone", async () => {
    const first = await start();
    first.api.create({ resource: namespaces }, { apiVersion: "v1", kind: "Namespace", metadata: { name: "left" } });
    const held: KubeObject = { ...map("held"), metadata: { name: "held", finalizers: ["example.com/held"] } };
    first.api.create({ resource: configMaps, namespace: "left" }, held);
    first.api.delete({ resource: namespaces, name: "left" });
    await stop(first);
    const second = await start();
    second.api.patch({ resource: configMaps, namespace: "left", name: "held" }, { metadata: { finalizers: [] } });
    expect(second.api.get({ resource: namespaces, name: "left" })).toBeUndefined();
  });
});
