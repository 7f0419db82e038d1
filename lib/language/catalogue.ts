import compile from "icu-minify/compile";
import { type Language, languages } from "./languages.ts";
import type { Speech } from "./speech.ts";
import { keyOf } from "./text.ts";

/** From messages as the sources write them, `Open [state]` where there is a context, to the same in another language. */
export type Catalogue = Readonly<Record<string, string>>;

const withContext = /^(.*) \[([a-z ]+)\]$/su;

/** A message as a catalogue names it, and its context, if it has one. */
export function readName(name: string): { readonly source: string; readonly context: string | undefined } {
  const [, source = name, context] = withContext.exec(name) ?? [];
  return { source, context };
}

/** Compiles a catalogue. Throws at the first message that is no ICU message. */
export function speechOf(language: Language, catalogue: Catalogue): Speech {
  const messages = Object.fromEntries(
    Object.entries(catalogue).map(([name, translated]) => {
      const { source, context } = readName(name);
      return [keyOf(compile(source), context), compile(translated)] as const;
    }),
  );
  return { language, locale: languages[language].locale, messages };
}
