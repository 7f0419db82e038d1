import { expect, test } from "vitest";
import { shoots } from "#lib/kube/resource.ts";
import type { CollectionTransport } from "../collection-transport.ts";
import { listCollection } from "../list-collection.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { newCounters } from "../watch-counters.ts";

const list = { kind: "ShootList", apiVersion: "core.gardener.cloud/v1beta1", resourceVersion: "7" };
const itemOf = (name: string) => ({ metadata: { name, namespace: "garden-p", uid: name, resourceVersion: "1" } });

/** Requests and accepted objects, in order. */
function world(answer: CollectionTransport["list"]) {
  const seen: string[] = [];
  const transport: Pick<CollectionTransport, "list"> = {
    list(options) {
      seen.push(`ask ${options.continue ?? "first"}`);
      return answer(options);
    },
  };
  const hold = <Item extends { readonly metadata: { readonly name: string } }>(object: Item) => {
    seen.push(object.metadata.name);
    return object;
  };
  const read = (stop = new AbortController().signal) =>
    listCollection({
      transport: { ...transport, watch: () => Promise.reject(new Error("nobody watches")) },
      resource: shoots,
      mirror: { hold },
      notOlderThan: undefined,
      clock: createFakeClock(),
      counters: newCounters(),
      stop,
      onHeard: () => undefined,
    });
  return { seen, read };
}

test("the garden makes the next page while this one is taken in", async () => {
  const { seen, read } = world(async (options) =>
    options.continue === undefined
      ? { ...list, continue: "more", items: [itemOf("a"), itemOf("b")] }
      : { ...list, continue: undefined, items: [itemOf("c")] },
  );
  const { objects, version } = await read();
  expect(seen).toEqual(["ask first", "ask more", "a", "b", "c"]);
  expect(objects).toHaveLength(3);
  expect(version).toBe("7");
});

test("a page that fails while the one before is taken in fails the list, once that is its turn", async () => {
  const { seen, read } = world(async (options) => {
    if (options.continue !== undefined) throw new Error("gone");
    return { ...list, continue: "more", items: [itemOf("a")] };
  });
  await expect(read()).rejects.toThrow("gone");
  expect(seen).toEqual(["ask first", "ask more", "a"]);
});
