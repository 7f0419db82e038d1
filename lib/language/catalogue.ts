import compile from "icu-minify/compile";
import { type Language, languages } from "./languages.ts";
import type { Speech } from "./speech.ts";
import { keyOf } from "./text.ts";

/** From messages as the sources write them, `Open [state]` where there is a context, to the same in another language. */
export type Catalogue = Readonly<Record<string, string>>;

const withContext = /^(.*) \[([a-z ]+)\]$/su;

/** Compiles a catalogue. Throws at the first message that is no ICU message. */
export function speechOf(language: Language, catalogue: Catalogue): Speech {
  const messages = Object.fromEntries(
    Object.entries(catalogue).map(([name, translated]) => {
      const [, source = name, context] = withContext.exec(name) ?? [];
      return [keyOf(compile(source), context), compile(translated)] as const;
    }),
  );
  return { language, locale: languages[language].locale, messages };
}
