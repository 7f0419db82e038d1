import { type Language, languageCookie, languageOfCookies, preferredLanguage } from "#lib/language/languages.ts";
import { languageNow } from "#lib/language/speech.ts";
import { settingNow } from "./device-settings.ts";

const yearSeconds = 31_536_000;
/** Whose settings were read in this tab. */
const readName = "almanac.languageOf";

/** Tells the server in which language this browser wants its pages: it knows of settings only once somebody is signed in. */
export function tellLanguage(): void {
  const chosen = settingNow("language");
  const facts = chosen === "auto" ? "; max-age=0" : `${chosen}; max-age=${yearSeconds}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and a reload may follow at once.
  document.cookie = `${languageCookie}=${facts}; path=/; SameSite=Lax`;
}

/** Shows the page in the language that was chosen. Where cookies are refused it stays as it is. */
export function reloadInLanguage(): void {
  if (otherLanguage() !== undefined) window.location.reload();
}

/** What this page would speak if it were loaded now; undefined where it speaks that. */
export function otherLanguage(): Language | undefined {
  const wanted = languageOfCookies(document.cookie) ?? preferredLanguage(navigator.languages.join());
  return wanted === languageNow() ? undefined : wanted;
}

/**
 * Brings the page into a language that was chosen on another device: when this person's settings are read for the first time
 * in this tab, and nobody is writing. Else the next page has it.
 *
 * @param before what was chosen here before those settings were read
 * @returns whether another language was chosen than the page may speak from now on
 */
export function followLanguage(person: string, before: ReturnType<typeof settingNow<"language">>): boolean {
  const chosen = settingNow("language");
  if (chosen !== "auto" || chosen !== before) tellLanguage();
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
    // A tab that cannot remember would reload again and again.
    return false;
  }
}

function isWriting(): boolean {
  return document.activeElement?.matches("input, textarea, select, [contenteditable]") ?? false;
}
