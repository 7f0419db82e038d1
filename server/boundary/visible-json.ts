import "server-only";
import { markHiddenCharacters } from "#lib/text/hidden-characters.ts";

interface VisibleInit {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An answer for the screen: what tenants wrote is shown to others, and characters that nobody sees would let it read as
 * something else. In JSON such characters stand in texts only, so the whole is marked at once.
 */
export function visibleJson(value: object, { status = 200, headers = {} }: VisibleInit = {}): Response {
  const body = markHiddenCharacters(JSON.stringify(value));
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}
