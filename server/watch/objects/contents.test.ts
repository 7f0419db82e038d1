import { describe, expect, test } from "vitest";
import { CollectionDigest, combineContents } from "./collection-digest.ts";

const object = (uid: string, resourceVersion: string) => ({ metadata: { name: uid, uid, resourceVersion } });

function of(...objects: readonly (readonly [string, string])[]): CollectionDigest {
  return new CollectionDigest(objects.map((each) => object(...each)));
}

describe("what a collection holds", () => {
  test("is the same text however it came to hold it", () => {
    const contents = of(["a", "1"], ["b", "2"], ["c", "3"]);
    contents.remove(object("b", "2"));
    contents.add(object("b", "7"));
    contents.remove(object("c", "3"));
    expect(contents.text).toBe(of(["b", "7"], ["a", "1"]).text);
  });

  test("is another one when an object came, went, or is in another version", () => {
    const texts = [
      of(),
      of(["a", "1"]),
      of(["a", "2"]),
      of(["b", "1"]),
      of(["a", "1"], ["b", "1"]),
      of(["a", "1"], ["a", "1"]),
      of(["a", "2"], ["b", "1"]),
      of(["a", "1"], ["b", "2"]),
      of(["a1", "1"]),
      of(["a", "11"]),
    ].map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("is another one for each of many versions of many objects", () => {
    const texts = new Set<string>();
    const contents = new CollectionDigest();
    for (let version = 0; version < 20_000; version += 1) {
      const uid = `${(version * 7919) % 500}`;
      contents.add(object(uid, String(version)));
      texts.add(contents.text);
    }
    expect(texts.size).toBe(20_000);
    for (let version = 0; version < 20_000; version += 1)
      contents.remove(object(`${(version * 7919) % 500}`, String(version)));
    expect(contents.text).toBe(new CollectionDigest().text);
  });

  test("of several together is as of all in one", () => {
    const [some, others] = [of(["a", "1"], ["b", "2"]), of(["c", "3"])];
    expect(combineContents([others.text, some.text])).toBe(of(["a", "1"], ["b", "2"], ["c", "3"]).text);
    expect(combineContents([some.text])).toBe(some.text);
    expect(combineContents([])).toBe(new CollectionDigest().text);
  });
});
