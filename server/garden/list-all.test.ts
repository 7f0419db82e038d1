import { expect, test } from "vitest";
import { credentialsBindings } from "#lib/kube/resource.ts";
import { createStaticGarden } from "#server/testing/create-static-garden.ts";
import { listAll, listAllOrCut } from "./list-all.ts";

async function read(count: number) {
  const items = Array.from({ length: count }, (_, index) => ({ metadata: { name: `b${index}` } }));
  const { garden, stop } = createStaticGarden([{ resource: credentialsBindings, items }]);
  const listing = { client: garden.withToken("token"), signal: new AbortController().signal };
  const list = await listAllOrCut(listing, credentialsBindings);
  expect(await listAll(listing, credentialsBindings)).toEqual(list?.items);
  await stop();
  return list && [list.items.length, list.isCut];
}

test.each([
  [0, false],
  [10_000, false],
])("of %i objects all are read, and nothing is said to be missing", async (count, isCut) => {
  expect(await read(count)).toEqual([count, isCut]);
});

test("of more than ten thousand objects the first are read, and it is said that there are more", async () => {
  expect(await read(10_001)).toEqual([10_000, true]);
});
