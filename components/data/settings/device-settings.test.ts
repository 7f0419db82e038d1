import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readBrowserSetting, writeBrowserSetting } from "#components/ui/appearance/taste.ts";
import type { StoredSettings } from "#lib/contract/settings.ts";
import {
  applySettingsLocally,
  applyStoredSettings,
  markSettingsStored,
  readLocalSettings,
  readSetting,
} from "./device-settings.ts";

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

const unkept = () => readBrowserSetting("unkept");

test("what is chosen holds and is painted at once, and is this browser's own until the garden has it", () => {
  applySettingsLocally({ theme: "dark", clock: "utc" });
  expect([readSetting("theme"), readSetting("clock"), dataset.theme]).toEqual(["dark", "utc", "dark"]);
  expect(unkept()).toBe("theme clock");
  markSettingsStored({ theme: "dark" });
  expect(unkept()).toBe("clock");
  applySettingsLocally({ clock: "me" });
  markSettingsStored({ clock: "utc" });
  expect(unkept(), "another was chosen meanwhile").toBe("clock");
});

test("what the garden keeps holds, but for what was chosen here and is not kept", () => {
  applyStoredSettings({ theme: "dark", density: "cosy" }, "ann");
  expect([readSetting("theme"), readSetting("density"), unkept()]).toEqual(["dark", "cosy", undefined]);
  applySettingsLocally({ theme: "light" });
  applyStoredSettings({ theme: "dark", density: "compact" }, "ann");
  expect([readSetting("theme"), readSetting("density")]).toEqual(["light", "compact"]);
  applyStoredSettings({ theme: "light" }, "ann");
  expect(unkept(), "another device has chosen the same").toBeUndefined();
});

test("what was chosen here before anybody's settings were read stays, and is said to be here only", () => {
  writeBrowserSetting("theme", "dark");
  writeBrowserSetting("keys", "off");
  applyStoredSettings({ keys: "off" }, "ann");
  expect([readSetting("theme"), unkept()]).toEqual(["dark", "theme"]);
  expect(readLocalSettings(["theme"])).toEqual({ theme: "dark" });
});

test("whoever signs in where another person was has nothing of theirs", () => {
  applyStoredSettings({ theme: "dark", readOnly: "on" }, "ann");
  applySettingsLocally({ clock: "utc" });
  applyStoredSettings({ density: "cosy" }, "ben");
  expect([readSetting("theme"), readSetting("readOnly"), readSetting("clock")]).toEqual(["system", "off", "me"]);
  expect([readSetting("density"), unkept(), dataset.theme]).toEqual(["cosy", undefined, undefined]);
});

test("a value that this build does not know counts as not chosen", () => {
  writeBrowserSetting("theme", "sepia");
  expect(readSetting("theme")).toBe("system");
});

test("where the browser stores nothing, a choice lasts until the page is left", () => {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  const settings: StoredSettings = { theme: "dark" };
  applySettingsLocally(settings);
  expect([readSetting("theme"), dataset.theme]).toEqual(["dark", "dark"]);
  applySettingsLocally({ theme: "system" });
  expect([readSetting("theme"), dataset.theme]).toEqual(["system", undefined]);
  openStorage();
  for (const name of ["theme", "unkept"]) writeBrowserSetting(name, undefined);
  expect(readBrowserSetting("theme"), "what can be stored is not remembered beside it").toBeUndefined();
});
