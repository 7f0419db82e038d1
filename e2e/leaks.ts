/** Patterns of data that no response and no log line can contain: tokens, private keys, session cookies. */
const credentials: readonly (readonly [string, RegExp])[] = [
  ["a JSON web token", /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["a bearer token", /\bBearer\s+[\w.~+/=-]{8,}/i],
  ["a session cookie", /\b(?:__Host-)?almanac(?:-\d+)?=[\w.-]{20,}/],
];

/** The kinds of credentials found in a text; `known` are the values of credentials used in this test run. */
export function findLeakedCredentials(text: string, known: readonly string[] = []): readonly string[] {
  const byLooks = credentials.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  return known.some((secret) => secret.length > 0 && text.includes(secret)) ? [...byLooks, "a known secret"] : byLooks;
}
