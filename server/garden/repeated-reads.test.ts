import { describe, expect, test } from "vitest";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { shoots } from "#lib/kube/resource.ts";
import { createGardenClient, type GardenClient } from "./garden-client.ts";
import { createRequestSender } from "./request-sender.ts";
import type { TransportResponse } from "./transport.ts";

const apiVersion = "core.gardener.cloud/v1beta1";
const shoot = { apiVersion, kind: "Shoot", metadata: { name: "web", namespace: "garden-a" } };
const target: ObjectTarget = { resource: shoots, namespace: "garden-a", name: "web" };
const list = { kind: "ShootList", apiVersion, metadata: { resourceVersion: "9" }, items: [] };
const patch = { metadata: { resourceVersion: "7" } };

function answer(status: number, body: unknown, headers: TransportResponse["headers"] = {}): TransportResponse {
  const bytes = Buffer.from(JSON.stringify(body));
  const chunks = (async function* () {
    yield bytes;
  })();
  return { status, headers: { "content-type": "application/json", ...headers }, body: chunks };
}

const away = (retryAfter?: number) => () =>
  answer(503, {}, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });
const reset = () => {
  throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
};

/** A fake garden that gives the answers in order and repeats the last. If set, `deadline` expires in the first wait. */
function gardenThat(answers: readonly (() => TransportResponse)[], { runsOutOfTime = false } = {}) {
  const pauses: number[] = [];
  const deadline = new AbortController();
  let requests = 0;
  const transport = {
    async send() {
      requests += 1;
      return (answers[requests - 1] ?? answers.at(-1) ?? reset)();
    },
    async close() {},
  };
  const sender = createRequestSender("https://garden.example", transport, {
    deadlineSignal: () => deadline.signal,
    async pause(ms, signal) {
      pauses.push(ms);
      if (runsOutOfTime) deadline.abort();
      signal?.throwIfAborted();
    },
    random: () => 0.5,
  });
  const client = createGardenClient(sender, async () => ({ token: "token" }));
  return { client, pauses, requests: () => requests };
}

describe("a read that finds the garden away for a moment is put once more", () => {
  const reads: readonly [string, object, (client: GardenClient) => Promise<unknown>][] = [
    ["an object", shoot, (client) => client.get(target)],
    ["its metadata", shoot, (client) => client.getMetadata(target)],
    ["a page of a list", list, (client) => client.list({ resource: shoots })],
    ["a fixed path", {}, (client) => client.raw(["version"])],
    ["a watch", {}, (client) => client.watch({ resource: shoots }, { resourceVersion: "7" })],
    ["a review", { kind: "Review" }, (client) => client.create({ resource: shoots }, {}, { isReview: true })],
  ];
  for (const [what, body, read] of reads) {
    test.each([
      ["503", away()],
      ["a broken connection", reset],
    ])(`${what}, after %s`, async (_, fault) => {
      const { client, requests, pauses } = gardenThat([fault, () => answer(200, body)]);
      await read(client);
      expect(requests()).toBe(2);
      expect(pauses).toEqual([200]);
    });
  }

  test("and no more than once", async () => {
    const { client, requests } = gardenThat([away()]);
    await expect(client.get(target)).rejects.toMatchObject({ reason: "unavailable" });
    expect(requests()).toBe(2);
  });

  test("as late as the garden asks, when that is soon", async () => {
    const { client, pauses } = gardenThat([away(2), () => answer(200, shoot)]);
    await client.get(target);
    expect(pauses).toEqual([2_000]);
  });
});

describe("a call is put once", () => {
  const calls: readonly [string, (client: GardenClient) => Promise<unknown>][] = [
    ["a patch", (client) => client.patch(target, patch)],
    ["a creation", (client) => client.create({ resource: shoots }, {})],
    ["a deletion", (client) => client.delete(target)],
    ["a read whose caller asks again itself", (client) => client.listPage({ resource: shoots }, { once: true })],
  ];
  test.each(calls)("%s", async (_, call) => {
    const { client, requests } = gardenThat([away()]);
    await expect(call(client)).rejects.toMatchObject({ reason: "unavailable" });
    expect(requests()).toBe(1);
  });

  test.each([
    [429, "too-many-requests"],
    [500, "internal"],
    [403, "forbidden"],
    [404, "not-found"],
  ])("a read that is answered with %i", async (status, reason) => {
    const { client, requests } = gardenThat([() => answer(status, {})]);
    await expect(client.get(target)).rejects.toMatchObject({ reason });
    expect(requests()).toBe(1);
  });

  test("a read of a garden that asks for more patience than a person has", async () => {
    const { client, requests } = gardenThat([away(3)]);
    await expect(client.get(target)).rejects.toMatchObject({ reason: "unavailable", retryAfterSeconds: 3 });
    expect(requests()).toBe(1);
  });

  test("a read whose time is over before it can be repeated", async () => {
    const { client, requests } = gardenThat([away()], { runsOutOfTime: true });
    await expect(client.get(target)).rejects.toMatchObject({ reason: "unavailable" });
    expect(requests()).toBe(1);
  });
});
