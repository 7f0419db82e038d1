import "server-only";
import { markHiddenCharacters } from "#lib/strings/hidden-characters.ts";

interface VisibleInit {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A JSON response in which invisible Unicode characters are escaped: with them, text written by one tenant could look
 * like something else to another. In JSON they occur only in strings, so the complete body is escaped at once.
 */
export function createVisibleJsonResponse(value: object, { status = 200, headers = {} }: VisibleInit = {}): Response {
  return new Response(visibleJson(value), { status, headers: { "content-type": "application/json", ...headers } });
}

/** A value as JSON in which invisible Unicode characters are escaped. */
export function visibleJson(value: object): string {
  return markHiddenCharacters(JSON.stringify(value));
}
