import "server-only";
import { setImmediate as nextLoop } from "node:timers/promises";
import { compileLanguageBundle, type MessageCatalogue } from "#lib/language/catalogue.ts";
import type { LanguageBundle } from "#lib/language/language-bundle.ts";
import { type Language, languages, sourceLanguage } from "#lib/language/languages.ts";

type Translated = Exclude<Language, typeof sourceLanguage>;

/** Message catalogues by language, imported on first use. */
const catalogues: Readonly<Record<Translated, () => Promise<{ readonly default: MessageCatalogue }>>> = {
  de: () => import("#lib/language/messages/de.json", { with: { type: "json" } }),
};

const known = new Map<Translated, Promise<LanguageBundle>>();

/** The messages and locale of a language; undefined for the source language, which needs none. */
export async function loadLanguageBundle(language: Language): Promise<LanguageBundle | undefined> {
  if (language === sourceLanguage) return undefined;
  const speech = known.get(language) ?? read(language);
  known.set(language, speech);
  return speech;
}

/** Number of messages that are compiled before other requests get a turn. */
const atOnce = 100;

/** Compiles the messages of a language in slices, so that its first use does not block other requests. */
async function read(language: Translated): Promise<LanguageBundle> {
  const { default: catalogue } = await catalogues[language]();
  const entries = Object.entries(catalogue);
  const slices: LanguageBundle[] = [];
  for (let at = 0; at < entries.length; at += atOnce) {
    slices.push(compileLanguageBundle(language, Object.fromEntries(entries.slice(at, at + atOnce))));
    await nextLoop();
  }
  const messages = Object.fromEntries(slices.flatMap((slice) => Object.entries(slice.messages)));
  return { language, locale: languages[language].locale, messages };
}
