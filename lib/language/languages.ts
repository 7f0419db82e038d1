/**
 * Supported languages with their own names and their locales for numbers and dates. A further language needs an entry
 * here and a file `messages/<language>.json`.
 */
export const languages = {
  en: { name: "English", locale: "en-GB" },
  de: { name: "Deutsch", locale: "de-DE" },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

interface LanguageFacts {
  readonly name: string;
  /** BCP 47 locale of the language. */
  readonly locale: string;
}

export type Language = keyof typeof languages;

/** Language of the messages in the source code, which needs no translation catalogue. */
export const sourceLanguage = "en" satisfies Language;

/** Cookie with the language chosen in this browser. */
export const languageCookie = "almanac-language";

/** HTTP header with the page's language. Responses have to use it even if another language was chosen since. */
export const languageHeader = "x-almanac-language";

/** Returns the language chosen in a browser, from its cookies; undefined if none was chosen. */
export function languageOfCookies(cookies: string | undefined): Language | undefined {
  const pairs = cookies?.split(";").map((pair) => pair.trim().split("="));
  const chosen = pairs?.find(([name]) => name === languageCookie)?.[1];
  return isLanguage(chosen) ? chosen : undefined;
}

export function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(languages, text);
}

/** Returns the supported language that an `Accept-Language` header prefers; the source language if none matches. */
export function preferredLanguage(header: string | null | undefined): Language {
  const asked = (header ?? "").split(",").map((part) => {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return { language: range.split("-")[0], quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
  const known = asked.filter(({ language, quality }) => isLanguage(language) && quality > 0);
  const [first] = known.sort((a, b) => b.quality - a.quality);
  return isLanguage(first?.language) ? first.language : sourceLanguage;
}
