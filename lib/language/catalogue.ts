import compile from "icu-minify/compile";
import type { LanguageBundle } from "./language-bundle.ts";
import { type Language, languages } from "./languages.ts";
import { messageKeyOf } from "./text.ts";

/** Translations by their English source message; the key is `Open [state]` if the message has a context. */
export type MessageCatalogue = Readonly<Record<string, string>>;

const withContext = /^(.*) \[([a-z ]+)\]$/su;

/** Splits the key of a message in a translation catalogue into the source text and the optional context. */
export function parseMessageName(name: string): { readonly source: string; readonly context: string | undefined } {
  const [, source = name, context] = withContext.exec(name) ?? [];
  return { source, context };
}

/** Compiles a catalogue. Throws at the first invalid ICU message. */
export function compileLanguageBundle(language: Language, catalogue: MessageCatalogue): LanguageBundle {
  const messages = Object.fromEntries(
    Object.entries(catalogue).map(([name, translated]) => {
      const { source, context } = parseMessageName(name);
      return [messageKeyOf(compile(source), context), compile(translated)] as const;
    }),
  );
  return { language, locale: languages[language].locale, messages };
}
