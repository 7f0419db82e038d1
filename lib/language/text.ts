import format, { type CompiledMessage, type FormatOptions, type FormatValues } from "icu-minify/format";
import { compiledOf } from "#compiled-messages";
import { languages, sourceLanguage } from "./languages.ts";
import { speechNow } from "./speech.ts";

/** What is written in the sources and said later, by `text`. */
export class Message {
  readonly of: CompiledMessage;
  /** What tells it from another message of the same words, such as `state` of "Open". */
  readonly context: string | undefined;

  constructor(of: CompiledMessage, context?: string) {
    this.of = of;
    this.context = context;
  }

  /** Within another text it is said at once. */
  toString(): string {
    return text(this);
  }
}

/** Only what stands in the sources can be in a catalogue, so no text that is put together is taken. */
type Literal<Source extends string> = string extends Source ? never : Source;

export type TextValues = Readonly<Record<string, string | number>>;

/**
 * What stands in a table or a constant, to be said later by `text`.
 *
 * @param source an ICU message in English
 */
export function message<Source extends string>(source: Literal<Source>, context?: string): Message;
export function message(source: CompiledMessage, context?: string): Message {
  return new Message(typeof source === "string" ? compiledOf(source) : source, context);
}

/**
 * Says a message in the language of the moment, as a text.
 *
 * @param source an ICU message in English, as it is written; `{count, plural, one {# cluster} other {# clusters}}` for what counts
 * @param values what stands for its arguments
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
 * Says a message whose tags are functions: `Read <link>more</link>.` The parts that they make stand between the texts.
 *
 * @param values what stands for its arguments, and what makes something of each tag's content
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
  const speech = speechNow();
  const translated = speech?.messages[keyOf(of, context)];
  // What a catalogue lacks is said in English: a test keeps catalogues whole.
  if (speech === undefined || translated === undefined) {
    return format<Part>(of, languages[sourceLanguage].locale, values, options);
  }
  return format<Part>(translated, speech.locale, values, options);
}

/** Under which name a catalogue holds a message. */
export function keyOf(source: CompiledMessage, context?: string): string {
  const key = typeof source === "string" ? source : JSON.stringify(source);
  return context === undefined ? key : `${key} [${context}]`;
}

/** Intl's formatters are slow to make. As many are kept as the sources ask for. */
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
