import "server-only";
import { markHiddenCharacters } from "#lib/view/hidden-characters.ts";

/**
 * An answer for the screen: what tenants wrote is shown to others, and characters that nobody sees would let it read as
 * something else. In JSON such characters stand in texts only, so the whole is marked at once.
 */
export function visibleJson(value: object): Response {
  const headers = { "content-type": "application/json" };
  return new Response(markHiddenCharacters(JSON.stringify(value)), { headers });
}
