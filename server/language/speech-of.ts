import "server-only";
import { type Catalogue, speechOf } from "#lib/language/catalogue.ts";
import { type Language, sourceLanguage } from "#lib/language/languages.ts";
import type { Speech } from "#lib/language/speech.ts";

type Translated = Exclude<Language, typeof sourceLanguage>;

/** Read when somebody speaks the language. */
const catalogues: Readonly<Record<Translated, () => Promise<{ readonly default: Catalogue }>>> = {
  de: () => import("#lib/language/messages/de.json", { with: { type: "json" } }),
};

const known = new Map<Translated, Promise<Speech>>();

/** What a language needs to be spoken; undefined for that of the sources, which needs nothing. */
export async function speechFor(language: Language): Promise<Speech | undefined> {
  if (language === sourceLanguage) return undefined;
  const speech = known.get(language) ?? read(language);
  known.set(language, speech);
  return speech;
}

async function read(language: Translated): Promise<Speech> {
  const { default: catalogue } = await catalogues[language]();
  return speechOf(language, catalogue);
}
