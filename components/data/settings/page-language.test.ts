import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compileLanguageBundle } from "#lib/language/catalogue.ts";
import { setLanguageProvider } from "#lib/language/language-bundle.ts";
import { applySettingsLocally, applyStoredSettings } from "./device-settings.ts";
import { languageAfterReload, reloadInLanguage, setLanguageCookie, switchToStoredLanguage } from "./page-language.ts";

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
};

let jar: Map<string, string>;
let written: string[];
let reloads: number;
let isWriting: boolean;
const before = globalThis.almanacSpeech;

/** A new page of a tab; without a given storage, a page of a new tab. */
function openPage({ takesCookies = true, tab = storage(), asks = ["en-GB"] } = {}) {
  vi.stubGlobal("navigator", { languages: asks });
  vi.stubGlobal("document", {
    documentElement: { dataset: {} },
    get activeElement() {
      return { matches: () => isWriting };
    },
    get cookie() {
      return [...jar].map((pair) => pair.join("=")).join("; ");
    },
    set cookie(line: string) {
      written.push(line);
      const [pair = ""] = line.split(";");
      const [name = "", value = ""] = pair.split("=");
      if (takesCookies && line.includes("max-age=0")) jar.delete(name);
      else if (takesCookies) jar.set(name, value);
    },
  });
  vi.stubGlobal("window", {
    sessionStorage: tab,
    location: {
      reload: () => {
        reloads += 1;
      },
    },
  });
}

beforeEach(() => {
  jar = new Map([["other", "a"]]);
  written = [];
  reloads = 0;
  isWriting = false;
  vi.stubGlobal("localStorage", storage());
  setLanguageProvider(() => undefined);
  openPage();
});
afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.almanacSpeech = before;
});

/** What the component that follows user settings does. */
function readSettings(language: "auto" | "en" | "de" | undefined, person = "ann", here: "auto" | "en" | "de" = "auto") {
  applyStoredSettings(language === undefined ? {} : { language }, person);
  return switchToStoredLanguage(person, here);
}

test("a chosen language is told to the server for a year, and what the browser asks for takes it back", () => {
  applySettingsLocally({ language: "de" });
  setLanguageCookie();
  expect(written).toEqual(["almanac-language=de; max-age=31536000; path=/; SameSite=Lax"]);
  applySettingsLocally({ language: "auto" });
  setLanguageCookie();
  expect([...jar]).toEqual([["other", "a"]]);
});

test("the page is loaded again where it speaks another language, and stays where cookies are refused", () => {
  const chooseGerman = () => {
    applySettingsLocally({ language: "de" });
    setLanguageCookie();
    reloadInLanguage();
  };
  openPage({ takesCookies: false });
  chooseGerman();
  expect(reloads).toBe(0);
  openPage();
  chooseGerman();
  expect(reloads).toBe(1);
  setLanguageProvider(() => compileLanguageBundle("de", {}));
  chooseGerman();
  expect(reloads, "it speaks German by then").toBe(1);
});

test("what the browser asks for is what holds where nothing was chosen", () => {
  openPage({ asks: ["de-AT", "en"] });
  setLanguageProvider(() => compileLanguageBundle("de", {}));
  reloadInLanguage();
  expect(reloads).toBe(0);
  setLanguageProvider(() => undefined);
  reloadInLanguage();
  expect(reloads).toBe(1);
});

test("a language chosen on another device comes with the first reading of a tab", () => {
  const tab = storage();
  openPage({ tab });
  readSettings("de");
  expect([jar.get("almanac-language"), reloads]).toEqual(["de", 1]);
  openPage({ tab });
  readSettings("de");
  expect(reloads, "once in a tab, whatever the page speaks").toBe(1);
  readSettings("de", "ben");
  expect(reloads, "another person").toBe(2);
});

test("nobody who writes loses it: the language is offered, and the next page has it", () => {
  isWriting = true;
  expect(readSettings("de")).toBe(true);
  expect([jar.get("almanac-language"), reloads, languageAfterReload()]).toEqual(["de", 0, "de"]);
});

test("a language that another device chooses later is offered once, and not when it was chosen here", () => {
  expect(readSettings(undefined)).toBe(false);
  expect(readSettings("de")).toBe(true);
  expect([reloads, languageAfterReload()]).toEqual([0, "de"]);
  expect(readSettings("de", "ann", "de")).toBe(false);
  expect(readSettings("en", "ann", "de")).toBe(true);
  expect(languageAfterReload(), "it is that of the page again").toBeUndefined();
});

test("a tab that remembers nothing does not load again and again", () => {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  openPage({ tab: { getItem: refuse, setItem: refuse, removeItem: refuse } });
  readSettings("de");
  expect(reloads).toBe(0);
});

test("who has chosen nothing leaves the cookie, unless it was another person's", () => {
  jar.set("almanac-language", "de");
  setLanguageProvider(() => compileLanguageBundle("de", {}));
  readSettings(undefined);
  expect(jar.get("almanac-language")).toBe("de");
  readSettings("de");
  readSettings(undefined, "ben", "de");
  expect([jar.has("almanac-language"), reloads]).toEqual([false, 1]);
});
