import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import { type LanguageBundle, setLanguageProvider } from "#lib/language/language-bundle.ts";
import {
  isLanguage,
  type Language,
  languageHeader,
  languageOfCookies,
  preferredLanguage,
} from "#lib/language/languages.ts";
import { loadLanguageBundle } from "./load-language-bundle.ts";

declare global {
  /** A global variable, because Next.js loads its own copy of this module. */
  var almanacSpeakers: AsyncLocalStorage<LanguageBundle | undefined> | undefined;
}

globalThis.almanacSpeakers ??= new AsyncLocalStorage();
const speakers = globalThis.almanacSpeakers;
setLanguageProvider(() => speakers.getStore());

/** Runs `work` in a language: texts made in its async context are in that language. */
export async function runInLanguage<Done>(language: Language, work: () => Promise<Done>): Promise<Done> {
  const speech = await loadLanguageBundle(language);
  return speakers.run(speech, work);
}

/** The language for a request: the page's, else the one selected by the user, else the browser's preference. */
export function languageOfRequest(headers: IncomingHttpHeaders): Language {
  const ofPage = headers[languageHeader];
  if (typeof ofPage === "string" && isLanguage(ofPage)) return ofPage;
  return languageOfCookies(headers.cookie) ?? preferredLanguage(headers["accept-language"]);
}
