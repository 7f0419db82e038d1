import { expect, test } from "vitest";
import { settingChoices } from "#lib/contract/setting-choices.ts";
import { languages } from "#lib/language/languages.ts";
import { kubeconfigLifetimeChoices } from "#lib/view/credentials/reveal-descriptions.ts";
import { clockNames } from "#lib/words/clock.ts";
import {
  applySettingsChange,
  emptySettingsDocument,
  formatSettingsDocument,
  knownSettingsOf,
  parseSettingsDocument,
} from "./settings-document.ts";

test("a change leaves every other setting as it is, and what a newer build has written", () => {
  const text = '{"owner":"ann","settings":{"theme":"dark","shape":"round"},"next":1}';
  const book = parseSettingsDocument(text);
  if (book === undefined) throw new Error("no book");
  const changed = applySettingsChange(book, { density: "cosy" });
  expect(knownSettingsOf(changed)).toEqual({ theme: "dark", density: "cosy" });
  expect(JSON.parse(formatSettingsDocument(changed))).toEqual({
    owner: "ann",
    settings: { theme: "dark", shape: "round", density: "cosy" },
    next: 1,
  });
});

test("a value of another build counts as not chosen, and stays until somebody chooses", () => {
  const book = { ...emptySettingsDocument("ann"), values: { theme: "sepia", clock: "utc", keymap: "zz", bell: 3 } };
  expect(knownSettingsOf(book)).toEqual({ clock: "utc" });
  expect(applySettingsChange(book, { clock: "me" }).values).toMatchObject({ theme: "sepia" });
});

test.each(["", "{", "[]", '{"settings":{}}', '{"owner":"ann"}', '{"owner":"ann","settings":[]}'])(
  "%j is no book",
  (text) => {
    expect(parseSettingsDocument(text)).toBeUndefined();
  },
);

test("what can be chosen is what pages know", () => {
  expect([...settingChoices.kubeconfig].sort()).toEqual(kubeconfigLifetimeChoices.map(([seconds]) => seconds).sort());
  expect([...settingChoices.language]).toEqual(["auto", ...Object.keys(languages)]);
  expect([...settingChoices.clock]).toEqual([...clockNames]);
});
