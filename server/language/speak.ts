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
  /** One for the whole process: Next has a copy of this module of its own. */
  var almanacSpeakers: AsyncLocalStorage<Speech | undefined> | undefined;
}

globalThis.almanacSpeakers ??= new AsyncLocalStorage();
const speakers = globalThis.almanacSpeakers;
tellSpeech(() => speakers.getStore());

/** Does something in a language: all that it says, also later, is said in that one. */
export async function speakIn<Done>(language: Language, work: () => Promise<Done>): Promise<Done> {
  const speech = await speechFor(language);
  return speakers.run(speech, work);
}

/**
 * In which language a request is answered: the one that its page speaks, else the one that somebody chose, else the one that
 * their browser asks for.
 */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const ofPage = headers[languageHeader];
  if (typeof ofPage === "string" && isLanguage(ofPage)) return ofPage;
  return languageOfCookies(headers.cookie) ?? preferredLanguage(headers["accept-language"]);
}
