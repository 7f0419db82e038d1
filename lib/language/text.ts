import format, { type CompiledMessage, type FormatOptions, type FormatValues } from "icu-minify/format";
import { compiledOf } from "#compiled-messages";
import { currentLanguageBundle } from "./language-bundle.ts";
import { languages, sourceLanguage } from "./languages.ts";

/** Message in the source code that is translated later, by the function `text`. */
export class Message {
  readonly of: CompiledMessage;
  /** Context that distinguishes the message from another one with the same words, such as `state` for "Open". */
  readonly context: string | undefined;

  constructor(of: CompiledMessage, context?: string) {
    this.of = of;
    this.context = context;
  }

  /** Translates the message when it is inserted into another text. */
  toString(): string {
    return text(this);
  }
}

/** Accepts string literals only, because a translation catalogue contains only messages that are in the source code. */
type Literal<Source extends string> = string extends Source ? never : Source;

export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Defines a message in a table or a constant, to be translated later by `text`.
 *
 * @param source an ICU message in English
 */
export function message<Source extends string>(source: Literal<Source>, context?: string): Message;
export function message(source: CompiledMessage, context?: string): Message {
  return new Message(typeof source === "string" ? compiledOf(source) : source, context);
}

/**
 * Translates a message to the current language.
 *
 * @param source an ICU message in English; `{count, plural, one {# cluster} other {# clusters}}` for plurals
 * @param values values of its arguments
 */
export function text<Source extends string>(
  source: Literal<Source> | Message,
  values?: TextValues,
  context?: string,
): string;
export function text(source: CompiledMessage | Message, values?: TextValues, context?: string): string {
  return String(said<string>(source, values, context));
}

/**
 * Translates a message with tags: `Read <link>more</link>.` Each tag is a function; the results are returned between
 * the texts.
 *
 * @param values values of its arguments, and a function for each tag that receives its content
 */
export function textParts<Part>(
  source: Message | string,
  values: FormatValues<Part>,
  context?: string,
): readonly (string | Part)[];
export function textParts<Part>(
  source: CompiledMessage | Message,
  values: FormatValues<Part>,
  context?: string,
): readonly (string | Part)[] {
  const parts = said<Part>(source, values, context);
  return Array.isArray(parts) ? parts : [parts];
}

function said<Part>(source: CompiledMessage | Message, values: FormatValues<Part> = {}, context?: string) {
  if (source instanceof Message) return saidIn(source.of, source.context, values);
  return saidIn(typeof source === "string" ? compiledOf(source) : source, context, values);
}

function saidIn<Part>(of: CompiledMessage, context: string | undefined, values: FormatValues<Part>) {
  const speech = currentLanguageBundle();
  const translated = speech?.messages[messageKeyOf(of, context)];
  // Messages without a translation are shown in English; a test keeps the catalogues complete.
  if (speech === undefined || translated === undefined) {
    return format<Part>(of, languages[sourceLanguage].locale, values, options);
  }
  return format<Part>(translated, speech.locale, values, options);
}

/** Returns the key of a message in a translation catalogue. */
export function messageKeyOf(source: CompiledMessage, context?: string): string {
  const key = typeof source === "string" ? source : JSON.stringify(source);
  return context === undefined ? key : `${key} [${context}]`;
}

/** Caches Intl's formatters, which are slow to create; the messages in the source code limit their number. */
function kept<Facts extends readonly unknown[], Made>(make: (...facts: Facts) => Made): (...facts: Facts) => Made {
  const made = new Map<string, Made>();
  return (...facts) => {
    const key = JSON.stringify(facts);
    const known = made.get(key) ?? make(...facts);
    made.set(key, known);
    return known;
  };
}

const options: FormatOptions = {
  formatters: {
    getNumberFormat: kept(
      (...facts: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...facts),
    ),
    getDateTimeFormat: kept(
      (...facts: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...facts),
    ),
    getPluralRules: kept((...facts: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...facts)),
  },
};
