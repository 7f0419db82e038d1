import { parseGardenAddress } from "./garden-address.ts";

/** Origin used only for parsing relative URLs; no real link can have it. */
const here = "http://almanac.invalid";

/** Matches sequences that no Almanac path contains, but that proxies may interpret as another host or header. */
const strange = /\/\/|@|%(?:[01][0-9a-f]|7f|2f|5c|e2%80%a[89]|ef%bc%8f)/i;

/** Returns the path to open after sign-in: always a page of Almanac, whatever the URL contains. */
export function sameOriginPath(wanted: string | undefined): string {
  const fallback = "/";
  // Browsers read backslashes as slashes and drop tabs and line breaks, so a path with them may lead to another origin.
  if (wanted === undefined || !wanted.startsWith("/") || /[\\\p{Cc}]/u.test(wanted)) return fallback;
  const url = URL.parse(wanted, here);
  if (url === null || url.origin !== here || strange.test(url.pathname)) return fallback;
  if (/^\/(login|api)(\/|$)/.test(parseGardenAddress(url.pathname).path)) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
