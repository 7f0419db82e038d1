import compile from "icu-minify/compile";
import type { LanguageBundle } from "./language-bundle.ts";
import { type Language, languages } from "./languages.ts";
import { messageKeyOf } from "./text.ts";

/** Translations by English source message; `Open [state]` if it has a context. */
export type MessageCatalogue = Readonly<Record<string, string>>;

const withContext = /^(.*) \[([a-z ]+)\]$/su;

/** Splits the name of a message in a catalogue into source and optional context. */
export function readName(name: string): { readonly source: string; readonly context: string | undefined } {
  const [, source = name, context] = withContext.exec(name) ?? [];
  return { source, context };
}

/** Compiles a catalogue. Throws at the first invalid ICU message. */
export function compileLanguageBundle(language: Language, catalogue: MessageCatalogue): LanguageBundle {
  const messages = Object.fromEntries(
    Object.entries(catalogue).map(([name, translated]) => {
      const { source, context } = readName(name);
      return [messageKeyOf(compile(source), context), compile(translated)] as const;
    }),
  );
  return { language, locale: languages[language].locale, messages };
}
