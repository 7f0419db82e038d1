import { currentLanguage } from "#lib/language/language-bundle.ts";
import { type Language, languageCookie, languageOfCookies, preferredLanguage } from "#lib/language/languages.ts";
import { readSetting } from "./device-settings.ts";

const yearSeconds = 31_536_000;
/** Storage name for the user whose language setting was already read in this tab. */
const readName = "almanac.languageOf";

/** Sets the page's language cookie, which the server needs to render pages before the user is signed in. */
export function setLanguageCookie(): void {
  const chosen = readSetting("language");
  const facts = chosen === "auto" ? "; max-age=0" : `${chosen}; max-age=${yearSeconds}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and a reload may follow at once.
  document.cookie = `${languageCookie}=${facts}; path=/; SameSite=Lax`;
}

/** Reloads the page in the chosen language, unless the browser refuses cookies. */
export function reloadInLanguage(): void {
  if (languageAfterReload() !== undefined) window.location.reload();
}

/** Returns the language this page would have after a reload; undefined if it is the current one. */
export function languageAfterReload(): Language | undefined {
  const wanted = languageOfCookies(document.cookie) ?? preferredLanguage(navigator.languages.join());
  return wanted === currentLanguage() ? undefined : wanted;
}

/**
 * Switches the page to the language of the user's settings, if they were read for the first time in this tab and the
 * user is not typing. Otherwise only the next page has the new language.
 * @param before the local choice before the settings were read
 * @returns whether the chosen language may differ from the page's from now on
 */
export function switchToStoredLanguage(person: string, before: ReturnType<typeof readSetting<"language">>): boolean {
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
