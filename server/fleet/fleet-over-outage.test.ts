import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type EmbeddedGarden, startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { eventually, eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { acceptedEncodingHeader, bodyEncodingHeader } from "#server/boundary/compressed.ts";
import { type Browser, signInAs } from "#server/testing/browser.ts";
import { startTestGarden } from "#server/testing/embedded-garden.ts";
import { type RouteTestBed, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { createSkewedWallClock } from "#server/testing/skewed-clock.ts";

const clock = createSkewedWallClock();
/** A duration much longer than two responses take. */
const bothAnswersMs = 20_000;
let world: RouteTestBed;
let embedded: EmbeddedGarden;
let operator: Browser;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "almanac-garden-"));
  const started = await startTestGarden({ kubeconfigFile: path.join(directory, "kubeconfig") });
  embedded = started.embedded;
  world = await startRouteTestBed({ found: { ...started.found, stop: async () => undefined }, clock });
  await vi.waitUntil(() => world.app.isReady(), eventuallyTimeoutMs);
  operator = await signInAs("operator");
});
afterAll(async () => {
  operator.close();
  await world.stop();
  await embedded.stop();
  await rm(directory, { recursive: true });
});

const truth = () =>
  embedded.api
    .list<Shoot>({ resource: shoots })
    .map(({ metadata }) => `${metadata.uid}@${metadata.resourceVersion}`)
    .sort();

describe("GET /api/fleet", () => {
  test.each<[string, (bytes: Buffer) => string]>([
    ["br", (bytes) => brotliDecompressSync(bytes).toString()],
    ["gzip", (bytes) => gunzipSync(bytes).toString()],
    ["identity", (bytes) => bytes.toString()],
  ])("is compressed as asked (%s), with its own strong ETag", async (encoding, unpack) => {
    // A response says up to which minute it is valid; both responses are in the same minute.
    clock.skipTheEndOf(minuteMs, bothAnswersMs);
    const response = await operator.fleet({ [acceptedEncodingHeader]: `${encoding}, *;q=0` });
    expect(response.headers.get(bodyEncodingHeader) ?? "identity").toBe(encoding);
    const snapshot = readEntireFleet(unpack(Buffer.from(await response.arrayBuffer())));
    expect(snapshot.rows.map(({ uid, resourceVersion }) => `${uid}@${resourceVersion}`).sort()).toEqual(truth());
    const etag = response.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await operator.fleet({ [acceptedEncodingHeader]: `${encoding}, *;q=0`, "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("has another ETag for another encoding, another user, another state", async () => {
    const tagOf = async (browser: Browser, encoding: string) =>
      (await browser.fleet({ [acceptedEncodingHeader]: encoding })).headers.get("etag");
    const viewer = await signInAs("viewer");
    const tags = [await tagOf(operator, "br"), await tagOf(operator, "gzip"), await tagOf(viewer, "br")];
    const before = world.app.fleet.store.clock;
    const [shoot] = embedded.api.list<Shoot>({ resource: shoots });
    const { name = "", namespace = "" } = shoot?.metadata ?? {};
    embedded.api.patch({ resource: shoots, namespace, name }, { metadata: { labels: { changed: "yes" } } });
    await eventually(() => expect(world.app.fleet.store.clock).toBeGreaterThan(before));
    expect(new Set([...tags, await tagOf(operator, "br")]).size).toBe(4);
  });
});

test("a stream resumes across two tabs: both show what the garden holds", async () => {
  const first = await operator.stream();
  await eventually(() => expect(first.screen).toEqual(truth()));
  const { cursor } = first;
  for (const shoot of embedded.api.list<Shoot>({ resource: shoots }).slice(0, 5)) {
    const { name, namespace = "" } = shoot.metadata;
    embedded.api.patch({ resource: shoots, namespace, name }, { metadata: { labels: { resumed: "yes" } } });
  }
  await eventually(() => expect(first.screen).toEqual(truth()));
  const second = await operator.stream(cursor);
  await second.until(({ types }) => types.includes("change"));
  const changed = second.frames.flatMap((frame) => (frame.type === "change" ? frame.updates : []));
  expect(new Set(changed.map(({ uid }) => uid)).size).toBe(5);
});

test("a garden that restarts: the data stays, its age is said, and it is live again within 15 s with nothing lost or doubled", async () => {
  const reader = await operator.stream();
  await eventually(() => expect(reader.screen).toEqual(truth()));
  const shown = reader.rows.size;
  await embedded.stop();
  await reader.until(({ frames }) =>
    frames.some((frame) => frame.type === "freshness" && frame.freshness.state === "stale"),
  );
  expect(reader.rows.size).toBe(shown);
  const during = readEntireFleet(await (await operator.fleet({ [acceptedEncodingHeader]: "identity" })).text());
  expect(during.freshness.state).toBe("stale");
  expect(during.rows).toHaveLength(shown);

  const port = Number(new URL(embedded.url).port);
  const kubeconfigFile = path.join(directory, "kubeconfig");
  embedded = await startEmbeddedGarden({ port, kubeconfigFile, life: false, pace: 200, seed: 2 });
  await expect.poll(() => world.app.fleet.freshness().state, { timeout: 15_000 }).toBe("live");
  await expect.poll(() => reader.screen, { timeout: 5_000 }).toEqual(truth());
  expect(reader.ended).toBe(false);
});
