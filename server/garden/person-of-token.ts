import "server-only";
import { stringAt } from "#lib/kube/field.ts";
import { parseJsonOrUndefined } from "#lib/kube/parse-json-or-undefined.ts";

/**
 * Whose a bearer token is, for sharing resources fairly: all tokens that an issuer gives to one subject are the same
 * person's; any other token counts by itself. The claims are not verified here: the garden has checked the token at
 * sign-in, and checks it again with each request.
 */
export function personOfToken(token: string): string {
  const [, payload = ""] = token.split(".");
  const claims = parseJsonOrUndefined(Buffer.from(payload, "base64url").toString("utf8"));
  const subject = stringAt(claims, "sub");
  return subject === undefined ? token : `${stringAt(claims, "iss") ?? ""} ${subject}`;
}
