import { readGardenAddress } from "./garden-address.ts";

/** Origin for parsing only, which no link can have. */
const here = "http://almanac.invalid";

/** Sequences that none of our paths has, but that proxies in between may read as another host or header. */
const strange = /\/\/|@|%(?:[01][0-9a-f]|7f|2f|5c|e2%80%a[89]|ef%bc%8f)/i;

/** Returns the path to open after sign-in: always one of our own pages, whatever the address bar has. */
export function sameOriginPath(wanted: string | undefined): string {
  const fallback = "/";
  // Browsers read backslashes as slashes and drop tabs and line breaks, so such a text may leave this origin.
  if (wanted === undefined || !wanted.startsWith("/") || /[\\\p{Cc}]/u.test(wanted)) return fallback;
  const url = URL.parse(wanted, here);
  if (url === null || url.origin !== here || strange.test(url.pathname)) return fallback;
  if (/^\/(login|api)(\/|$)/.test(readGardenAddress(url.pathname).path)) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
