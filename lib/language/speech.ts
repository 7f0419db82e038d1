import type { CompiledMessage } from "icu-minify/format";
import { type Language, languages, sourceLanguage } from "./languages.ts";

/** What a language needs to be spoken: its catalogue, from the key of a message (`keyOf`) to the message in it. */
export interface Speech {
  readonly language: Language;
  /** BCP 47, of its numbers, dates and plurals. */
  readonly locale: string;
  readonly messages: Readonly<Record<string, CompiledMessage>>;
}

declare global {
  /**
   * Says what is spoken at the moment: in a browser the language of the page, on the server that of the request that is being
   * answered. It is global because Next has copies of our modules of its own, beside those that Node has loaded.
   */
  var almanacSpeech: (() => Speech | undefined) | undefined;
}

/** What is spoken now; undefined for the language of the sources. */
export function speechNow(): Speech | undefined {
  return globalThis.almanacSpeech?.();
}

/** The language of the moment. */
export function languageNow(): Language {
  return speechNow()?.language ?? sourceLanguage;
}

/** The locale of every number, plural and date of the moment (BCP 47). */
export function localeNow(): string {
  return speechNow()?.locale ?? languages[sourceLanguage].locale;
}

/** From now on `tell` says what is spoken. */
export function tellSpeech(tell: () => Speech | undefined): void {
  globalThis.almanacSpeech = tell;
}

/** What is said in the language of the sources, whoever reads: for what programs read. It must not wait for anything. */
export function inSourceLanguage<Made>(make: () => Made): Made {
  const tell = globalThis.almanacSpeech;
  tellSpeech(() => undefined);
  try {
    return make();
  } finally {
    globalThis.almanacSpeech = tell;
  }
}

/** A script that makes a browser speak it. */
export function scriptOf(speech: Speech): string {
  return `{const s=${JSON.stringify(speech)};globalThis.almanacSpeech=()=>s}`;
}
