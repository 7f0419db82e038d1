import { languageNow } from "#lib/language/language-bundle.ts";
import { type Language, languageCookie, languageOfCookies, preferredLanguage } from "#lib/language/languages.ts";
import { readSetting } from "./device-settings.ts";

const yearSeconds = 31_536_000;
/** Storage name of the user whose settings were read in this tab. */
const readName = "almanac.languageOf";

/** Sets the cookie with the page language: the server knows the settings only once the user is signed in. */
export function setLanguageCookie(): void {
  const chosen = readSetting("language");
  const facts = chosen === "auto" ? "; max-age=0" : `${chosen}; max-age=${yearSeconds}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and a reload may follow at once.
  document.cookie = `${languageCookie}=${facts}; path=/; SameSite=Lax`;
}

/** Reloads the page in the chosen language. Does nothing where cookies are refused. */
export function reloadInLanguage(): void {
  if (languageAfterReload() !== undefined) window.location.reload();
}

/** Returns the language this page would have after a reload; undefined if it is the current one. */
export function languageAfterReload(): Language | undefined {
  const wanted = languageOfCookies(document.cookie) ?? preferredLanguage(navigator.languages.join());
  return wanted === languageNow() ? undefined : wanted;
}

/**
 * Switches the page to a language chosen on another device, if the user's settings are read for the first time in this
 * tab and they are not typing. Otherwise the next page has it.
 *
 * @param before the local choice before those settings were read
 * @returns whether the chosen language may differ from the page's from now on
 */
export function followLanguage(person: string, before: ReturnType<typeof readSetting<"language">>): boolean {
  const chosen = readSetting("language");
  if (chosen !== "auto" || chosen !== before) setLanguageCookie();
  if (!isFirstRead(person) || isWriting()) return chosen !== before;
  reloadInLanguage();
  return false;
}

function isFirstRead(person: string): boolean {
  try {
    if (window.sessionStorage.getItem(readName) === person) return false;
    window.sessionStorage.setItem(readName, person);
    return true;
  } catch {
    // Without session storage the tab would reload again and again.
    return false;
  }
}

function isWriting(): boolean {
  return document.activeElement?.matches("input, textarea, select, [contenteditable]") ?? false;
}
