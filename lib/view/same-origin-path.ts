/** Only for comparing: any origin that no link can name. */
const here = "http://almanac.invalid";

/** Where to go after signing in: a path of our own pages, whatever the address bar asks for. */
export function sameOriginPath(wanted: string | undefined): string {
  const fallback = "/";
  // Browsers read backslashes as slashes and drop tabs and line breaks, so such a text may leave this origin.
  if (wanted === undefined || !wanted.startsWith("/") || /[\\\p{Cc}]/u.test(wanted)) return fallback;
  const url = URL.parse(wanted, here);
  if (url === null || url.origin !== here || url.pathname.startsWith("//")) return fallback;
  if (url.pathname === "/login" || url.pathname.startsWith("/api/")) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
