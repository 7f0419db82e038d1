import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { eventually } from "#lib/testing/eventually.ts";
import { getJson } from "./api-client.ts";

const schema = z.object({ path: z.string() });

/** Requests that reached the fake network, in order; a test answers each of them. */
let begun: { readonly path: string; readonly answer: () => void }[] = [];

beforeEach(() => {
  begun = [];
  vi.stubGlobal("fetch", (path: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    begun.push({ path, answer: () => resolve(Response.json({ path })) });
    return promise;
  });
});

afterEach(() => vi.unstubAllGlobals());

const paths = () => begun.map(({ path }) => path);

test("six reads are under way at once, and each that ends lets the next begin", async () => {
  const reads = Array.from({ length: 8 }, (_, line) => getJson(`/line/${line}`, { schema }));
  await eventually(() => expect(begun.length).toBe(6));
  begun[2]?.answer();
  expect(await reads[2]).toEqual({ path: "/line/2" });
  await eventually(() => expect(begun.length).toBe(7));
  expect(paths().at(-1)).toBe("/line/6");
  for (const { answer } of begun) answer();
  await eventually(() => expect(begun.length).toBe(8));
  begun[7]?.answer();
  await Promise.all(reads);
});

test("a read that is given up while it waits is never begun, and those after it go on", async () => {
  const given = new AbortController();
  const reads = Array.from({ length: 6 }, (_, line) => getJson(`/line/${line}`, { schema }));
  const abandoned = getJson("/abandoned", { schema, signal: given.signal });
  const last = getJson("/last", { schema });
  given.abort(new Error("left the page"));
  await expect(abandoned).rejects.toThrow("left the page");
  for (const { answer } of begun) answer();
  await Promise.all(reads);
  await eventually(() => expect(paths()).toContain("/last"));
  begun.at(-1)?.answer();
  await last;
  expect(paths()).not.toContain("/abandoned");
});
