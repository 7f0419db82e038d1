import "server-only";
import { markHiddenCharacters } from "#lib/strings/hidden-characters.ts";

interface VisibleInit {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A JSON response with hidden characters made visible: text written by tenants is shown to others and could be made to
 * read as something else. In JSON such characters occur only in strings, so the whole body is escaped at once.
 */
export function visibleJson(value: object, { status = 200, headers = {} }: VisibleInit = {}): Response {
  const body = markHiddenCharacters(JSON.stringify(value));
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}
