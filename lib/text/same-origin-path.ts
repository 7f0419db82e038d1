import { readGardenAddress } from "./garden-address.ts";

/** Only for comparing: any origin that no link can name. */
const here = "http://almanac.invalid";

/** What no path of ours has, and what some software in between reads as another host or another header. */
const strange = /\/\/|@|%(?:[01][0-9a-f]|7f|2f|5c|e2%80%a[89]|ef%bc%8f)/i;

/** Where to go after signing in: a path of our own pages, whatever the address bar asks for. */
export function sameOriginPath(wanted: string | undefined): string {
  const fallback = "/";
  // Browsers read backslashes as slashes and drop tabs and line breaks, so such a text may leave this origin.
  if (wanted === undefined || !wanted.startsWith("/") || /[\\\p{Cc}]/u.test(wanted)) return fallback;
  const url = URL.parse(wanted, here);
  if (url === null || url.origin !== here || strange.test(url.pathname)) return fallback;
  if (/^\/(login|api)(\/|$)/.test(readGardenAddress(url.pathname).path)) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
