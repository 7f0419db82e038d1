import "server-only";
import type { z } from "zod/mini";
import type { oidcLoginRequestSchema } from "#lib/contract/session.ts";
import { text } from "#lib/language/text.ts";
import { sameOriginPath } from "#lib/strings/same-origin-path.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import type { CookieJar } from "#server/identity/session-cookie.ts";
import type { Sessions } from "../sessions.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { createPendingLogin, writeLoginCookies } from "./login.ts";

/** Services for sign-in at the identity provider. */
export interface OidcLoginContext {
  readonly identityProvider: IdentityProvider | undefined;
  readonly jar: CookieJar;
  /** Name of the garden; undefined with a single garden. */
  readonly gardenName: string | undefined;
  readonly sessions: Pick<Sessions, "keys">;
  readonly now: () => number;
}

type LoginCall = RouteCall<OidcLoginContext, Session | undefined, z.infer<typeof oidcLoginRequestSchema>>;

/** Begins a sign-in: returns the identity provider's URL, and sets a cookie to recognize the returning browser. */
export async function beginLogin({ app, body, request, log }: LoginCall): Promise<Response> {
  const provider = requireProvider(app);
  const login = createPendingLogin(sameOriginPath(body.next), app.now(), app.gardenName);
  const url = await provider.loginUrl(login).catch((error: unknown) => {
    log.warn({ err: error }, "the identity provider could not be asked for a sign-in");
    throw error;
  });
  const response = Response.json({ url });
  const cookieHeader = request.headers.get("cookie");
  for (const cookie of await writeLoginCookies(login, { jar: app.jar, keys: app.sessions.keys, cookieHeader })) {
    response.headers.append("set-cookie", cookie);
  }
  return response;
}

export function requireProvider({ identityProvider }: Pick<OidcLoginContext, "identityProvider">): IdentityProvider {
  if (identityProvider !== undefined) return identityProvider;
  throw new ProblemError("not-found", { detail: text("This Almanac has no identity provider.") });
}
