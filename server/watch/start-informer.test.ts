import { afterEach, describe, expect, test } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { type Garden, openGarden } from "#server/garden/garden.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { createTestAuthority } from "#server/garden/testing/authority.ts";
import type { ObjectCache } from "./object-cache.ts";
import { CollectionDigest } from "./objects/collection-digest.ts";
import { type Informer, startInformer } from "./start-informer.ts";
import { type ServedCollection, serveCollection } from "./testing/serve-collection.ts";
import { createTestCollection, type TestCollection } from "./testing/test-collection.ts";

const authority = createTestAuthority();
const scope = { resource: shoots };
const log = { warn() {} };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(truth: TestCollection, port?: number): Promise<ServedCollection> {
  const served = await serveCollection(truth, authority, port);
  closers.push(() => served.close());
  return served;
}

async function clientFor({ url }: ServedCollection): Promise<GardenClient> {
  const policy = { exec: false, proxyUrl: false, insecureTls: false };
  const garden: Garden = await openGarden({ kind: "embedded", url, ca: authority.ca, token: "own" }, policy);
  closers.push(() => garden.close());
  return garden.withToken("own");
}

function mirrorOf(client: GardenClient): Informer<KubeObject> {
  const running = startInformer<KubeObject>({ from: client, scope, log, random: () => 0 });
  closers.push(() => running.stop());
  return running;
}

function until(mirror: ObjectCache<KubeObject>, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = mirror.subscribe(look);
    look();
  });
}

const holds = (mirror: ObjectCache<KubeObject>, truth: TestCollection) => () =>
  mirror.contents === new CollectionDigest(truth.items()).text && mirror.state === "live";

describe("a mirror over the network", () => {
  test("follows a collection of several pages' size, change by change", async () => {
    const truth = createTestCollection();
    for (let at = 0; at < 1_200; at += 1) truth.put(`s${at}`);
    const served = await serve(truth);
    const { mirror } = mirrorOf(await clientFor(served));
    await until(mirror, holds(mirror, truth));
    truth.put("s7");
    truth.remove("s8");
    truth.put("new");
    served.pump();
    await until(mirror, holds(mirror, truth));
    expect(mirror.byName("garden-a", "s8")).toBeUndefined();
  });

  test("is stale while the garden is away, and equals a fresh list soon after it is back", async () => {
    const truth = createTestCollection();
    for (const name of ["a", "b", "c"]) truth.put(name);
    const first = await serve(truth);
    const client = await clientFor(first);
    const { mirror } = mirrorOf(client);
    await until(mirror, holds(mirror, truth));
    await first.close();
    await until(mirror, () => mirror.state === "stale");
    expect(mirror.size).toBe(3);
    expect(mirror.staleness?.reason).toBe("unreachable");

    truth.put("a");
    truth.remove("b");
    truth.put("b");
    truth.remove("c");
    truth.compact();
    truth.put("d");
    await serve(truth, first.port);
    await until(mirror, holds(mirror, truth));
    const fresh = await client.list(scope, { limit: 500 });
    expect(mirror.contents).toBe(new CollectionDigest(fresh.body.items ?? []).text);
    expect(
      mirror
        .all()
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(["a", "b", "d"]);
  }, 15_000);

  test("that is stopped before it was ever complete stays empty", async () => {
    const served = await serve(createTestCollection());
    const client = await clientFor(served);
    await served.close();
    const { mirror, stop } = mirrorOf(client);
    await stop();
    expect(mirror.state).toBe("empty");
  });
});
