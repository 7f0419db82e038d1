import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readTaste, writeTaste } from "#components/ui/appearance/taste.ts";
import type { StoredSettings } from "#lib/contract/settings.ts";
import { chooseHere, markStored, settingNow, settingsHere, takeSettings } from "./device-settings.ts";

const dataset: Record<string, string> = {};

function openStorage(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
}

beforeEach(() => {
  openStorage();
  vi.stubGlobal("document", { documentElement: { dataset } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of Object.keys(dataset)) delete dataset[name];
});

const unkept = () => readTaste("unkept");

test("what is chosen holds and is painted at once, and is this browser's own until the garden has it", () => {
  chooseHere({ theme: "dark", clock: "utc" });
  expect([settingNow("theme"), settingNow("clock"), dataset.theme]).toEqual(["dark", "utc", "dark"]);
  expect(unkept()).toBe("theme clock");
  markStored({ theme: "dark" });
  expect(unkept()).toBe("clock");
  chooseHere({ clock: "me" });
  markStored({ clock: "utc" });
  expect(unkept(), "another was chosen meanwhile").toBe("clock");
});

test("what the garden keeps holds, but for what was chosen here and is not kept", () => {
  takeSettings({ theme: "dark", density: "cosy" }, "ann");
  expect([settingNow("theme"), settingNow("density"), unkept()]).toEqual(["dark", "cosy", undefined]);
  chooseHere({ theme: "light" });
  takeSettings({ theme: "dark", density: "compact" }, "ann");
  expect([settingNow("theme"), settingNow("density")]).toEqual(["light", "compact"]);
  takeSettings({ theme: "light" }, "ann");
  expect(unkept(), "another device has chosen the same").toBeUndefined();
});

test("what was chosen here before anybody's settings were read stays, and is said to be here only", () => {
  writeTaste("theme", "dark");
  writeTaste("keys", "off");
  takeSettings({ keys: "off" }, "ann");
  expect([settingNow("theme"), unkept()]).toEqual(["dark", "theme"]);
  expect(settingsHere(["theme"])).toEqual({ theme: "dark" });
});

test("whoever signs in where another person was has nothing of theirs", () => {
  takeSettings({ theme: "dark", readOnly: "on" }, "ann");
  chooseHere({ clock: "utc" });
  takeSettings({ density: "cosy" }, "ben");
  expect([settingNow("theme"), settingNow("readOnly"), settingNow("clock")]).toEqual(["system", "off", "me"]);
  expect([settingNow("density"), unkept(), dataset.theme]).toEqual(["cosy", undefined, undefined]);
});

test("a value that this build does not know counts as not chosen", () => {
  writeTaste("theme", "sepia");
  expect(settingNow("theme")).toBe("system");
});

test("where the browser stores nothing, a choice lasts until the page is left", () => {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  const settings: StoredSettings = { theme: "dark" };
  chooseHere(settings);
  expect([settingNow("theme"), dataset.theme]).toEqual(["dark", "dark"]);
  chooseHere({ theme: "system" });
  expect([settingNow("theme"), dataset.theme]).toEqual(["system", undefined]);
  openStorage();
  for (const name of ["theme", "unkept"]) writeTaste(name, undefined);
  expect(readTaste("theme"), "what can be stored is not remembered beside it").toBeUndefined();
});
