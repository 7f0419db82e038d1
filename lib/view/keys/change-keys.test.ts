import { expect, test } from "vitest";
import { settingsChangeRequestSchema } from "#lib/contract/settings.ts";
import { assignCustomKey, configurableKeysOf } from "./change-keys.ts";
import { keyDefinitions } from "./key-definitions.ts";
import { type CustomKeymap, formatKeymap, parseKeymap } from "./own-keys.ts";

const usual: CustomKeymap = new Map();

test("each key is listed once, with all that it does anywhere", () => {
  const lines = configurableKeysOf(usual);
  const keys = new Set<string>(["g", ...keyDefinitions.flatMap(({ keys: each }) => [...each])]);
  expect(lines.map((line) => line.usual)).toEqual([...keys]);
  expect(lines.find((line) => line.usual === "a")?.does).toHaveLength(2);
});

test("a key can be any character that means nothing yet, and its usual one again", () => {
  const changed = assignCustomKey(usual, "z", "ä");
  expect(changed).toEqual({ ok: true, value: new Map([["z", "ä"]]) });
  expect(assignCustomKey(new Map([["z", "ä"]]), "z", "z")).toEqual({ ok: true, value: usual });
  expect(assignCustomKey(new Map([["z", "ä"]]), "t", "z"), "what is free now").toMatchObject({ ok: true });
});

test("a key that means something is refused, with what it means", () => {
  expect(assignCustomKey(usual, "z", "t")).toEqual({
    ok: false,
    error: "t already means “Calendar: today”. Choose another key.",
  });
  expect(assignCustomKey(new Map([["t", "ö"]]), "z", "ö")).toMatchObject({ ok: false });
  expect(assignCustomKey(usual, "z", "g")).toMatchObject({ ok: false });
});

test.each(["", " ", "ab", "Enter"])("%j is no key of one character", (key) => {
  expect(assignCustomKey(usual, "z", key)).toEqual({ ok: false, error: "Type one character." });
});

test("all keys can be other ones, and what is kept of them is read as it was written", () => {
  const letters = [..."äöüßéèêáàâóòôúùûíìîñçøåæœðþ"];
  const all = configurableKeysOf(usual).reduce((keymap, line, index) => {
    const next = assignCustomKey(keymap, line.usual, letters[index] ?? "");
    return next.ok ? next.value : keymap;
  }, usual);
  expect(all.size).toBe(configurableKeysOf(usual).length);
  const text = formatKeymap(all);
  expect(settingsChangeRequestSchema.safeParse({ keymap: text }).success).toBe(true);
  expect(parseKeymap(text)).toEqual(all);
});

test("what is no pair of characters changes no key", () => {
  expect(parseKeymap("")).toEqual(usual);
  expect(parseKeymap("z=tt u y= =k g==")).toEqual(new Map([["g", "="]]));
});
