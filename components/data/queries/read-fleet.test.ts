import { afterEach, describe, expect, test, vi } from "vitest";
import { fleetFormatVersion } from "#lib/contract/fleet.ts";
import { generateFleetLines } from "#lib/contract/write-fleet.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { OutdatedPageError } from "../calls/api-problem.ts";
import { readFleet } from "./read-fleet.ts";

afterEach(() => vi.unstubAllGlobals());

/** Rows of the given number of clusters, and the server's response with them. */
function fleetOf(clusters: number) {
  const fleet = {
    cursor: "e1.1.all",
    freshness: { state: "live", asOf: "2026-11-24T12:00:00Z" } as const,
    scope: { all: true, projects: [], unreadable: [] },
    rows: Array.from({ length: clusters }, (_, each) => sampleFleetRow({ name: `c${each}`, region: "Zürich\n]}" })),
  };
  return { fleet, text: Array.from(generateFleetLines(fleet), (line) => `${line}\n`).join("") };
}

/** Lets the server respond with the given bytes, in chunks of the given size. */
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
    const { fleet, text } = fleetOf(clusters);
    serve(text, size);
    expect(await read()).toEqual(fleet);
  });

  test.each([
    ["before anything came", ""],
    ["before the rows", `${fleetOf(3).text.split("\n")[0]}\n`],
    ["between the rows", fleetOf(1_001).text.split("\n").slice(0, 3).join("\n")],
  ])("an answer that ends too early (%s) is no fleet", async (_when, text) => {
    serve(text, 100);
    await expect(read()).rejects.toMatchObject({ fault: { reason: "unreachable", detail: /broke off/ } });
  });

  test.each([
    ["no JSON", "<html>\n"],
    ["a fleet without a cursor", `{"format":${fleetFormatVersion},"clusters":0}\n`],
    ["half a line", fleetOf(2).text.slice(0, -20)],
    ["more rows than were announced", `${fleetOf(2).text}["c",1]\n`],
    ["a row of another form", fleetOf(2).text.replace('"healthy"', "7")],
  ])("%s is said to be of another form", async (_what, text) => {
    serve(text, 100);
    await expect(read()).rejects.toMatchObject({ fault: { reason: "internal" } });
  });

  test("a fleet of another format wants the page to be loaded anew", async () => {
    serve(fleetOf(2).text.replace(`"format":${fleetFormatVersion}`, `"format":${fleetFormatVersion + 1}`), 100);
    await expect(read()).rejects.toBeInstanceOf(OutdatedPageError);
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
