import "server-only";
import { setImmediate as nextLoop } from "node:timers/promises";
import { type Catalogue, speechOf } from "#lib/language/catalogue.ts";
import { type Language, languages, sourceLanguage } from "#lib/language/languages.ts";
import type { Speech } from "#lib/language/speech.ts";

type Translated = Exclude<Language, typeof sourceLanguage>;

/** Catalogues by language, loaded on first use. */
const catalogues: Readonly<Record<Translated, () => Promise<{ readonly default: Catalogue }>>> = {
  de: () => import("#lib/language/messages/de.json", { with: { type: "json" } }),
};

const known = new Map<Translated, Promise<Speech>>();

/** The messages and locale of a language; undefined for the source language, which needs none. */
export async function speechFor(language: Language): Promise<Speech | undefined> {
  if (language === sourceLanguage) return undefined;
  const speech = known.get(language) ?? read(language);
  known.set(language, speech);
  return speech;
}

/** Number of messages compiled within a few milliseconds. */
const atOnce = 100;

/** Compiles in slices, so that the first use of a language does not block other requests. */
async function read(language: Translated): Promise<Speech> {
  const { default: catalogue } = await catalogues[language]();
  const entries = Object.entries(catalogue);
  const slices: Speech[] = [];
  for (let at = 0; at < entries.length; at += atOnce) {
    slices.push(speechOf(language, Object.fromEntries(entries.slice(at, at + atOnce))));
    await nextLoop();
  }
  const messages = Object.fromEntries(slices.flatMap((slice) => Object.entries(slice.messages)));
  return { language, locale: languages[language].locale, messages };
}
