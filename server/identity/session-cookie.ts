import "server-only";

/** Maximum length of a cookie's value; browsers store at most 4,096 bytes per cookie, with name and attributes. */
const chunkChars = 3800;
/** Maximum session length over all cookies: Node.js refuses about 16 KB of headers, and others need room too. */
export const maxSessionCookieChars = 12_000;
const maxChunks = Math.ceil(maxSessionCookieChars / chunkChars);

export interface CookieJar {
  readonly name: string;
  readonly secure: boolean;
  /** Common prefix of the cookie names of all gardens; absent with a single garden. */
  readonly family?: string;
  /** Name of the garden; absent with a single garden. */
  readonly garden?: string;
}

/**
 * Name of the session cookies: `__Host-…` for https origins. Over plain http, which is allowed on loopback only, some
 * browsers drop Secure cookies; then the name contains the port, since all ports of a host share cookies.
 */
export function createCookieJar(publicOrigin: string | undefined, port: number): CookieJar {
  const secure = publicOrigin?.startsWith("https:") ?? false;
  return { name: secure ? "__Host-almanac" : `almanac-${port}`, secure };
}

/**
 * Cookie names for one of several gardens. They end with a character that garden names cannot contain, so that no name
 * is a prefix of another garden's.
 */
export function cookieJarOfGarden({ name, secure }: CookieJar, garden: string): CookieJar {
  const family = `${name}_`;
  return { name: `${family}${garden}_`, secure, family, garden };
}

/** Number of characters in a Cookie header that sessions of other gardens use. */
export function cookieCharsOfOtherGardens(jar: CookieJar, header: string | null): number {
  const { family, name } = jar;
  if (family === undefined) return 0;
  const others = [...parseCookieHeader(header ?? "")].filter(
    ([each]) => each.startsWith(family) && !each.startsWith(name),
  );
  return others.reduce((sum, [each, value]) => sum + each.length + value.length, 0);
}

/** Set-Cookie values for the encrypted session `sealed` in chunks; unused cookies of a longer session are deleted. */
export function writeSessionCookies(jar: CookieJar, sealed: string, maxAgeSeconds: number): readonly string[] {
  const chunks = chunksOf(sealed);
  return Array.from({ length: maxChunks }, (_, index) => {
    const chunk = chunks[index];
    if (chunk === undefined) return deletion(jar, index);
    // The value of the first cookie starts with the number of cookies.
    const value = index === 0 ? `${chunks.length}.${chunk}` : chunk;
    return `${cookieName(jar, index)}=${value}; ${cookieAttributes(jar, maxAgeSeconds)}`;
  });
}

export function clearSessionCookies(jar: CookieJar): readonly string[] {
  return Array.from({ length: maxChunks }, (_, index) => deletion(jar, index));
}

export type ParsedSessionCookie = { readonly kind: "none" } | { readonly kind: "sealed"; readonly sealed: string };

/**
 * Reads the session from a Cookie header. With missing or surplus parts the result is a text that cannot be decrypted,
 * never `none`.
 */
export function readSessionCookies(jar: CookieJar, header: string | null): ParsedSessionCookie {
  const values = parseCookieHeader(header ?? "");
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

export function parseCookieHeader(header: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, at)).trim();
    // Of two cookies with the same name the first one wins, as it has the more specific path.
    if (at > 0 && !values.has(name)) values.set(name, pair.slice(at + 1).trim());
  }
  return values;
}

function cookieName(jar: CookieJar, index: number): string {
  return index === 0 ? jar.name : `${jar.name}.${index}`;
}

function deletion(jar: CookieJar, index: number): string {
  return `${cookieName(jar, index)}=; ${cookieAttributes(jar, 0)}`;
}

export function cookieAttributes(jar: CookieJar, maxAgeSeconds: number): string {
  return `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${jar.secure ? "; Secure" : ""}`;
}
