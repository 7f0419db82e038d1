import { afterEach, describe, expect, test, vi } from "vitest";
import { fleetRow } from "#lib/fleet/fleet-row.fixture.ts";
import { snapshotJson } from "#server/fleet/fleet-frames.ts";
import { RowStore } from "#server/fleet/row-store.ts";
import { readFleet } from "./read-fleet.ts";

afterEach(() => vi.unstubAllGlobals());

const scope = {
  all: true,
  namespaces: new Set<string>(),
  rowsKey: "",
  shownKey: "",
  identity: { name: "test", groups: [] },
  askedAt: 0,
  shown: { all: true, projects: [], unreadable: [] },
};

/** The server's own answer for so many clusters. */
function answerFor(clusters: number): string {
  const store = new RowStore("e1", () => 0);
  for (let each = 0; each < clusters; each += 1) store.put(fleetRow({ name: `c${each}`, region: "Zürich\n]}" }));
  return snapshotJson(store, scope, { cursor: "e1.1.all", freshness: { state: "live", asOf: "2026-11-24T12:00:00Z" } });
}

/** Lets the server answer with these bytes, in pieces of this size. */
function serve(text: string, size: number): void {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body));
}

const read = () => readFleet(new AbortController().signal);

describe("the fleet is read line by line", () => {
  test.each([
    [0, 64_000],
    [1, 64_000],
    [3, 1],
    [3, 7],
    [1_001, 1_000],
  ])("%d clusters that come in pieces of %d bytes are what the server sent", async (clusters, size) => {
    const text = answerFor(clusters);
    serve(text, size);
    const fleet = await read();
    expect(fleet.rows).toHaveLength(clusters);
    expect(fleet).toEqual(JSON.parse(text));
  });

  test("an answer that ends too early is no fleet", async () => {
    serve(answerFor(3).split("\n").slice(0, 3).join("\n"), 100);
    await expect(read()).rejects.toMatchObject({ fault: { reason: "unreachable", detail: /broke off/ } });
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "<html>\n"],
    ["a fleet without a cursor", '{"rows":[\n]}\n'],
    ["half a row", answerFor(2).replace('"uid":', '"uid:')],
    ["a row of another form", answerFor(2).replace('"health":"healthy"', '"health":7')],
  ])("%s is said to be of another form", async (_what, text) => {
    serve(text, 100);
    await expect(read()).rejects.toMatchObject({ fault: { reason: "internal" } });
  });

  test("a connection that breaks is told from one that took too long, and from leaving", async () => {
    const breaking = (error: unknown) => {
      const body = new ReadableStream({ pull: (controller) => controller.error(error) });
      vi.stubGlobal("fetch", async () => new Response(body));
    };
    breaking(new TypeError("network error"));
    await expect(read()).rejects.toMatchObject({ fault: { reason: "unreachable" } });
    breaking(new DOMException("too long", "TimeoutError"));
    await expect(read()).rejects.toMatchObject({ fault: { reason: "timeout" } });
    const left = new AbortController();
    left.abort();
    breaking(left.signal.reason);
    await expect(readFleet(left.signal)).rejects.toMatchObject({ name: "AbortError" });
  });
});
