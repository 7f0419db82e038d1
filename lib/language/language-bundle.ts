import type { CompiledMessage } from "icu-minify/format";
import { type Language, languages, sourceLanguage } from "./languages.ts";

/** Compiled translations of one language: its locale, and its messages by key. */
export interface LanguageBundle {
  readonly language: Language;
  /** BCP 47 locale for numbers, dates and plurals. */
  readonly locale: string;
  readonly messages: Readonly<Record<string, CompiledMessage>>;
}

declare global {
  /**
   * Translations of the current language: in a browser that of the page, on the server that of the current request. A
   * global variable, because Next.js loads its own copies of modules that Node has loaded too.
   */
  var almanacSpeech: (() => LanguageBundle | undefined) | undefined;
}

/** Returns the translations of the current language; undefined for the source language. */
export function currentLanguageBundle(): LanguageBundle | undefined {
  return globalThis.almanacSpeech?.();
}

/** Returns the current language. */
export function currentLanguage(): Language {
  return currentLanguageBundle()?.language ?? sourceLanguage;
}

/** Returns the current BCP 47 locale for numbers, plurals and dates. */
export function currentLocale(): string {
  return currentLanguageBundle()?.locale ?? languages[sourceLanguage].locale;
}

/** Sets the function that returns the translations of the current language. */
export function setLanguageProvider(tell: () => LanguageBundle | undefined): void {
  globalThis.almanacSpeech = tell;
}

/** Runs a function in the source language, for output that programs read. The function must be synchronous. */
export function runInSourceLanguage<Made>(make: () => Made): Made {
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
