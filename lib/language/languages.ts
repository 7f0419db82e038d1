/**
 * Every language that Almanac speaks: how it calls itself, and the locale of its numbers and dates. A further one is an
 * entry here and a file `messages/<language>.json`.
 */
export const languages = {
  en: { name: "English", locale: "en-GB" },
  de: { name: "Deutsch", locale: "de-DE" },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

interface LanguageFacts {
  readonly name: string;
  /** BCP 47. */
  readonly locale: string;
}

export type Language = keyof typeof languages;

/** The language that the sources are written in: it needs no catalogue. */
export const sourceLanguage = "en" satisfies Language;

/** The cookie in which a browser says which language it was set to. */
export const languageCookie = "almanac-language";

/** The header in which a page says what it speaks: its answers are to be in that language, whatever was chosen since. */
export const languageHeader = "x-almanac-language";

/** The language that a browser was set to, by its cookies; undefined where it was set to none. */
export function languageOfCookies(cookies: string | undefined): Language | undefined {
  const pairs = cookies?.split(";").map((pair) => pair.trim().split("="));
  const chosen = pairs?.find(([name]) => name === languageCookie)?.[1];
  return isLanguage(chosen) ? chosen : undefined;
}

export function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(languages, text);
}

/** The language that an `Accept-Language` header asks for first, of those that Almanac speaks; the sources' without one. */
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
