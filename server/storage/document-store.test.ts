import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { stringAt } from "#lib/kube/field.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { connectEmbeddedGarden, startTestGarden } from "#server/testing/embedded-garden.ts";
import { type DocumentStore, updateDocument } from "./document-store.ts";

let embedded: EmbeddedGarden;

beforeAll(async () => {
  ({ embedded } = await startTestGarden({ speed: 0 }));
});
afterAll(() => embedded.stop());

const target = { resource: configMaps, namespace: "almanac", name: "almanac-counted" };

const countOf = (kept: object | undefined) => Number(stringAt(kept, "data", "count") ?? 0);

/** A stored document that contains one number, as seen by one replica. */
function counter(): DocumentStore<number> {
  const { own } = connectEmbeddedGarden(embedded).garden;
  if (own === undefined) throw new Error("the garden has no credential of its own");
  return { client: own, target, read: countOf, write: (count) => ({ data: { count: String(count) } }) };
}

const plusOne = (count: number) => ({ book: count + 1, value: count + 1 });

test("24 changes of one book at the same moment over two replicas are all kept, each once", async () => {
  const replicas = [counter(), counter()];
  const changes = Array.from({ length: 12 }, () => replicas.map((replica) => updateDocument(replica, plusOne)));
  const values = await Promise.all(changes.flat());
  expect(values.sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
  expect(countOf(embedded.api.get(target))).toBe(24);
});

test("whoever does not wait any more changes nothing, and the next one does", async () => {
  const before = countOf(embedded.api.get(target));
  const leaving = AbortSignal.abort(new Error("gone"));
  await expect(updateDocument({ ...counter(), signal: leaving }, plusOne)).rejects.toThrow();
  await updateDocument(counter(), plusOne);
  expect(countOf(embedded.api.get(target))).toBe(before + 1);
});
