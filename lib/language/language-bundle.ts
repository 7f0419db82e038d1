import type { CompiledMessage } from "icu-minify/format";
import { type Language, languages, sourceLanguage } from "./languages.ts";

/** Compiled language: its locale and its messages by key (`keyOf`). */
export interface LanguageBundle {
  readonly language: Language;
  /** BCP 47 locale of its numbers, dates and plurals. */
  readonly locale: string;
  readonly messages: Readonly<Record<string, CompiledMessage>>;
}

declare global {
  /**
   * Returns the current language: in a browser that of the page, on the server that of the request being answered. A
   * global, because Next loads its own copies of our modules beside those loaded by Node.
   */
  var almanacSpeech: (() => LanguageBundle | undefined) | undefined;
}

/** Returns the current language's catalogue; undefined for the source language. */
export function languageBundleNow(): LanguageBundle | undefined {
  return globalThis.almanacSpeech?.();
}

/** Returns the current language. */
export function languageNow(): Language {
  return languageBundleNow()?.language ?? sourceLanguage;
}

/** Returns the current locale of numbers, plurals and dates (BCP 47). */
export function localeNow(): string {
  return languageBundleNow()?.locale ?? languages[sourceLanguage].locale;
}

/** Sets the function that returns the current language. */
export function setLanguageProvider(tell: () => LanguageBundle | undefined): void {
  globalThis.almanacSpeech = tell;
}

/** Runs `make` in the source language, for output that programs read. `make` must be synchronous. */
export function inSourceLanguage<Made>(make: () => Made): Made {
  const tell = globalThis.almanacSpeech;
  setLanguageProvider(() => undefined);
  try {
    return make();
  } finally {
    globalThis.almanacSpeech = tell;
  }
}

/** Returns a script that sets the language of a browser page. */
export function languageScriptOf(speech: LanguageBundle): string {
  return `{const s=${JSON.stringify(speech)};globalThis.almanacSpeech=()=>s}`;
}
