import "server-only";

/** Browsers keep at most 4,096 bytes per cookie, attributes and name included. */
const chunkChars = 3800;
/** Node refuses about 16 KB of request headers, so the session must leave room for the rest. */
export const sealedLimitChars = 12_000;
const maxChunks = Math.ceil(sealedLimitChars / chunkChars);

export interface CookieJar {
  readonly name: string;
  readonly secure: boolean;
  /** Common prefix of the cookie names of all gardens; absent with a single garden. */
  readonly family?: string;
  /** Name of the garden; absent with a single garden. */
  readonly garden?: string;
}

/**
 * `__Host-` cookies for https origins. Over plain http, allowed on loopback only, some browsers drop Secure cookies;
 * there the name contains the port, since cookies are shared between ports.
 */
export function cookieJar(publicOrigin: string | undefined, port: number): CookieJar {
  const secure = publicOrigin?.startsWith("https:") ?? false;
  return { name: secure ? "__Host-almanac" : `almanac-${port}`, secure };
}

/**
 * The cookie jar of one garden of several. Its name ends with a character that garden names cannot contain, so that no
 * garden's cookies match another's.
 */
export function jarOfGarden({ name, secure }: CookieJar, garden: string): CookieJar {
  const family = `${name}_`;
  return { name: `${family}${garden}_`, secure, family, garden };
}

/** Number of characters that other gardens' sessions take in a Cookie header. */
export function cookieCharsOfOtherGardens(jar: CookieJar, header: string | null): number {
  const { family, name } = jar;
  if (family === undefined) return 0;
  const others = [...valuesByName(header ?? "")].filter(([each]) => each.startsWith(family) && !each.startsWith(name));
  return others.reduce((sum, [each, value]) => sum + each.length + value.length, 0);
}

/** Set-Cookie values for `sealed`, including deletions of further chunks of a longer session. */
export function writeSessionCookies(jar: CookieJar, sealed: string, maxAgeSeconds: number): readonly string[] {
  const chunks = chunksOf(sealed);
  return Array.from({ length: maxChunks }, (_, index) => {
    const chunk = chunks[index];
    if (chunk === undefined) return deletion(jar, index);
    // The first chunk starts with the number of chunks.
    const value = index === 0 ? `${chunks.length}.${chunk}` : chunk;
    return `${cookieName(jar, index)}=${value}; ${attributes(jar, maxAgeSeconds)}`;
  });
}

export function clearSessionCookies(jar: CookieJar): readonly string[] {
  return Array.from({ length: maxChunks }, (_, index) => deletion(jar, index));
}

export type ParsedSessionCookie = { readonly kind: "none" } | { readonly kind: "sealed"; readonly sealed: string };

/**
 * Reads the session from a Cookie header. The sealed text is authenticated and there is only one way to split it into
 * chunks, so chunks split or counted otherwise yield a text that cannot be opened, never "none".
 */
export function readSessionCookies(jar: CookieJar, header: string | null): ParsedSessionCookie {
  const values = valuesByName(header ?? "");
  const chunks = Array.from({ length: maxChunks }, (_, index) => values.get(cookieName(jar, index)));
  if (chunks.every((chunk) => chunk === undefined)) return { kind: "none" };
  const [, count = "0", first = ""] = /^([1-9])\.(.*)$/.exec(chunks[0] ?? "") ?? [];
  const used = [first, ...chunks.slice(1, Number(count)).map((chunk) => chunk ?? "")];
  const sealed = used.join("");
  const cut = chunksOf(sealed);
  const isWhole = cut.length === Number(count) && cut.every((chunk, index) => chunk === used[index]);
  return { kind: "sealed", sealed: isWhole ? sealed : "" };
}

function chunksOf(sealed: string): readonly string[] {
  return Array.from({ length: Math.ceil(sealed.length / chunkChars) }, (_, index) =>
    sealed.slice(index * chunkChars, (index + 1) * chunkChars),
  );
}

export function valuesByName(header: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, at)).trim();
    // Duplicates: the first one wins, as it has the more specific path.
    if (at > 0 && !values.has(name)) values.set(name, pair.slice(at + 1).trim());
  }
  return values;
}

function cookieName(jar: CookieJar, index: number): string {
  return index === 0 ? jar.name : `${jar.name}.${index}`;
}

function deletion(jar: CookieJar, index: number): string {
  return `${cookieName(jar, index)}=; ${attributes(jar, 0)}`;
}

export function attributes(jar: CookieJar, maxAgeSeconds: number): string {
  return `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${jar.secure ? "; Secure" : ""}`;
}
