import "server-only";
import { decodeJwt, errors } from "jose";
import { z } from "zod";
import { text } from "#lib/language/text.ts";
import type { UserIdentity } from "#server/access/access-reviews.ts";
import { isMailAddress, type MailConfig } from "#server/config/mail-config.ts";
import type { Session } from "#server/identity/session.ts";

const claims = z.object({ email: z.string(), email_verified: z.literal(true) });

export type UserMailAddress = { readonly address: string } | { readonly why: string };

/**
 * The mail address of a user, which the user cannot choose: the address verified by the identity provider, from the
 * signed token that the garden accepts, or the user name where the operator configured it to be an address.
 */
export function findUserMailAddress(
  { method, token }: Pick<Session, "method" | "token">,
  { name }: Pick<UserIdentity, "name">,
  mail: Pick<MailConfig, "userDomains"> | undefined,
): UserMailAddress {
  if (mail === undefined) return { why: text("This Almanac sends no e-mail: no mail server is set up.") };
  const verified = method === "oidc" ? verifiedIn(token) : undefined;
  if (verified !== undefined) return { address: verified };
  const domain = name.split("@").at(-1)?.toLowerCase() ?? "";
  if (isMailAddress(name) && mail.userDomains.includes(domain)) return { address: name };
  return { why: text("Almanac knows no address of yours that your identity provider has verified.") };
}

function verifiedIn(token: string): string | undefined {
  try {
    const { data } = claims.safeParse(decodeJwt(token));
    return data !== undefined && isMailAddress(data.email) ? data.email : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
