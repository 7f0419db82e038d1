/** What must be in no answer and no line of the log: tokens, private keys, sessions. */
const credentials: readonly (readonly [string, RegExp])[] = [
  ["a JSON web token", /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["a bearer token", /\bBearer\s+[\w.~+/=-]{8,}/i],
  ["a session cookie", /\b(?:__Host-)?almanac(?:-\d+)?=[\w.-]{20,}/],
];

/** The names of the credentials in a text; `known` are those of this run, whatever they look like. */
export function leaksIn(text: string, known: readonly string[] = []): readonly string[] {
  const byLooks = credentials.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  return known.some((secret) => secret.length > 0 && text.includes(secret)) ? [...byLooks, "a known secret"] : byLooks;
}
