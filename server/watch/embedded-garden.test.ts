import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type EmbeddedGarden, startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { type Garden, openGarden } from "#server/garden/garden.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { CollectionDigest } from "./objects/collection-digest.ts";
import { type Informer, startInformer } from "./start-informer.ts";

const policy = { exec: false, proxyUrl: false, insecureTls: false };
const closers: (() => Promise<void>)[] = [];
let kubeconfigFile = "";

beforeEach(async () => {
  const directory = await mkdtemp(join(tmpdir(), "garden-"));
  kubeconfigFile = join(directory, "kubeconfig");
  closers.push(() => rm(directory, { recursive: true }));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startGarden(port?: number): Promise<EmbeddedGarden> {
  const embedded = await startEmbeddedGarden({ port, kubeconfigFile, life: false });
  closers.push(() => embedded.stop());
  return embedded;
}

/** Almanac's access to the garden, by the kubeconfig that the garden has written. */
async function operatorOf(): Promise<GardenClient> {
  const garden: Garden = await openGarden({ kind: "kubeconfig", file: kubeconfigFile }, policy);
  closers.push(() => garden.close());
  if (garden.own === undefined) throw new Error("the kubeconfig has no user");
  return garden.own;
}

function mirrorOf(client: GardenClient): Informer<Shoot> {
  const running = startInformer<Shoot>({ from: client, scope: { resource: shoots }, log: { warn() {} } });
  closers.push(() => running.stop());
  return running;
}

async function freshList(client: GardenClient): Promise<readonly Shoot[]> {
  const all: Shoot[] = [];
  let next: string | undefined;
  do {
    const { body } = await client.list<Shoot>({ resource: shoots }, { limit: 20, continue: next });
    all.push(...(body.items ?? []));
    next = body.metadata.continue;
  } while (next !== undefined);
  return all;
}

async function expectTruth({ mirror }: Informer<Shoot>, client: GardenClient): Promise<void> {
  const isEqual = async () =>
    mirror.state === "live" && mirror.contents === new CollectionDigest(await freshList(client)).text;
  await expect.poll(isEqual, { timeout: 15_000, interval: 100 }).toBe(true);
}

test("a mirror of the embedded garden follows what is written there", async () => {
  await startGarden();
  const client = await operatorOf();
  const running = mirrorOf(client);
  await expectTruth(running, client);
  expect(running.mirror.size).toBeGreaterThan(10);

  const [shoot] = running.mirror.all();
  if (shoot === undefined) throw new Error("the landscape is empty");
  const { name, namespace = "" } = shoot.metadata;
  const { body } = await client.get<Shoot>({ resource: shoots, namespace, name });
  const patch = { metadata: { resourceVersion: body.metadata.resourceVersion ?? "", labels: { watched: "yes" } } };
  await client.patch<Shoot>({ resource: shoots, namespace, name }, patch);
  await eventually(() => expect(running.mirror.byName(namespace, name)?.metadata.labels?.watched).toBe("yes"));
  await expectTruth(running, client);
  await expect(client.patch<Shoot>({ resource: shoots, namespace, name }, patch)).rejects.toMatchObject({
    reason: "conflict",
  });
});

test("after a restart of the embedded garden the mirror equals a fresh list within 15 s, and was never empty", async () => {
  const first = await startGarden();
  const client = await operatorOf();
  const running = mirrorOf(client);
  await expectTruth(running, client);
  const { size } = running.mirror;
  const sizes: number[] = [];
  running.mirror.subscribe(() => void sizes.push(running.mirror.size));

  await first.stop();
  await eventually(() => expect(running.mirror.state).toBe("stale"));
  expect(running.mirror.size).toBe(size);
  await startGarden(Number(new URL(first.url).port));
  await expectTruth(running, client);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(size);
});
