import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import {
  isLanguage,
  type Language,
  languageHeader,
  languageOfCookies,
  preferredLanguage,
} from "#lib/language/languages.ts";
import { type Speech, tellSpeech } from "#lib/language/speech.ts";
import { speechFor } from "./speech-of.ts";

declare global {
  /** One for the whole process: Next has its own copy of this module. */
  var almanacSpeakers: AsyncLocalStorage<Speech | undefined> | undefined;
}

globalThis.almanacSpeakers ??= new AsyncLocalStorage();
const speakers = globalThis.almanacSpeakers;
tellSpeech(() => speakers.getStore());

/** Runs work in a language; all texts made in its async context use it. */
export async function speakIn<Done>(language: Language, work: () => Promise<Done>): Promise<Done> {
  const speech = await speechFor(language);
  return speakers.run(speech, work);
}

/** The language for a request: the page's, else the one selected by the user, else the browser's preference. */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const ofPage = headers[languageHeader];
  if (typeof ofPage === "string" && isLanguage(ofPage)) return ofPage;
  return languageOfCookies(headers.cookie) ?? preferredLanguage(headers["accept-language"]);
}
