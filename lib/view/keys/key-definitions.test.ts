import { expect, test } from "vitest";
import { keyDefinitions, keyDefinitionsInScope, keyScopes, nonCharacterKeys } from "./key-definitions.ts";

test("a key means one thing at a place, and what it means everywhere it means at every place", () => {
  const everywhere = keyDefinitionsInScope("Everywhere").flatMap(({ keys }) => keys);
  for (const place of keyScopes.filter((each) => each !== "Everywhere" && each !== "Other pages")) {
    const keys = [...everywhere, ...keyDefinitionsInScope(place).flatMap((line) => line.keys)];
    expect(keys, place).toEqual([...new Set(keys)]);
  }
});

test("the help lists every key", () => {
  const listed = keyScopes.flatMap(keyDefinitionsInScope);
  expect(listed).toHaveLength(keyDefinitions.length + nonCharacterKeys.length);
});

test("no single key destroys anything", () => {
  const words = keyDefinitions.map(({ does }) => does).join(" ");
  expect(words).not.toMatch(/delete|rotate|update|hibernate|reconcile|retry/);
});

test("a page listens to keys of one character only, so that all of them can be switched off", () => {
  expect(keyDefinitions.flatMap(({ keys }) => [...keys]).filter((key) => [...key].length !== 1)).toEqual([]);
});
