import compile from "icu-minify/compile";
import { type Language, languages } from "./languages.ts";
import type { Speech } from "./speech.ts";
import { keyOf } from "./text.ts";

/** Translations by English source message; `Open [state]` if it has a context. */
export type Catalogue = Readonly<Record<string, string>>;

const withContext = /^(.*) \[([a-z ]+)\]$/su;

/** Splits the name of a message in a catalogue into source and optional context. */
export function readName(name: string): { readonly source: string; readonly context: string | undefined } {
  const [, source = name, context] = withContext.exec(name) ?? [];
  return { source, context };
}

/** Compiles a catalogue. Throws at the first invalid ICU message. */
export function speechOf(language: Language, catalogue: Catalogue): Speech {
  const messages = Object.fromEntries(
    Object.entries(catalogue).map(([name, translated]) => {
      const { source, context } = readName(name);
      return [keyOf(compile(source), context), compile(translated)] as const;
    }),
  );
  return { language, locale: languages[language].locale, messages };
}
