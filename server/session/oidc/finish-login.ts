import "server-only";
import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import type { z } from "zod/mini";
import type { oidcCallbackRequestSchema } from "#lib/contract/session.ts";
import { text } from "#lib/language/text.ts";
import { sameOriginPath } from "#lib/strings/same-origin-path.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { RateLimits } from "#server/boundary/rate-limit.ts";
import type { Config } from "#server/config/config.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import type { Session } from "#server/identity/session.ts";
import type { ProviderTokens } from "../provider-tokens.ts";
import type { Renewals } from "../renewals.ts";
import type { Sessions } from "../sessions.ts";
import { identityOfToken, limitNewSessions } from "../sign-in.ts";
import { type OidcLoginContext, requireProvider } from "./begin-login.ts";
import { deletedLoginCookie, type PendingLogin, readPendingLogin } from "./login.ts";

interface CallbackDesk extends OidcLoginContext {
  readonly config: Pick<Config, "sessionMaxAgeMs">;
  readonly sessions: Pick<Sessions, "keys" | "begin">;
  readonly renewals: Pick<Renewals, "areToBeHad">;
  withToken(token: string): GardenClient;
  readonly limits: Pick<RateLimits, "take">;
  personOf(userName: string): string;
}

type CallbackCall = RouteCall<CallbackDesk, Session | undefined, z.infer<typeof oidcCallbackRequestSchema>>;

/** Creates a session from the identity provider's response, after the garden has accepted the token. */
export async function finishLogin(call: CallbackCall): Promise<Response> {
  const { app, body, signal, note, log } = call;
  note({ method: "oidc" });
  const provider = requireProvider(app);
  const login = await loginOf(call);
  const tokens = await provider.redeem(body.search, login).catch((error: unknown) => {
    log.info({ err: error }, "a sign-in at the identity provider failed");
    throw error;
  });
  const identity = await identityOfToken(app.withToken(tokens.idToken), signal);
  const cookieHeader = call.request.headers.get("cookie");
  limitNewSessions(app, identity.name);
  const { refreshToken: _, ...lasting } = tokens;
  const given = app.renewals.areToBeHad ? tokens : lasting;
  const session = sessionOf(given, { identity, now: app.now(), maxAgeMs: app.config.sessionMaxAgeMs });
  const response = Response.json({ next: sameOriginPath(login.next) });
  for (const cookie of await app.sessions.begin(session, cookieHeader)) response.headers.append("set-cookie", cookie);
  response.headers.append("set-cookie", deletedLoginCookie(login.state, app.jar));
  note({ user: session.user.name, session: session.id });
  return response;
}

async function loginOf({ app, body, request }: CallbackCall): Promise<PendingLogin> {
  const [state = "", ...more] = new URLSearchParams(body.search).getAll("state");
  const cookies = request.headers.get("cookie");
  const login = await readPendingLogin(state, cookies, { jar: app.jar, keys: app.sessions.keys, now: app.now() });
  if (login !== undefined && more.length === 0) return login;
  throw new ProblemError("not-signed-in", {
    detail: text("This sign-in was begun in another browser, was finished already, or took longer than five minutes."),
  });
}

interface Beginning {
  readonly identity: { readonly name: string; readonly groups: readonly string[] };
  readonly now: number;
  readonly maxAgeMs: number;
}

function sessionOf(tokens: ProviderTokens, { identity, now, maxAgeMs }: Beginning): Session {
  const { idToken, refreshToken, displayName } = tokens;
  const until = now + maxAgeMs;
  return {
    id: randomUUID(),
    user: { name: identity.name, ...(displayName === undefined ? {} : { displayName }), groups: identity.groups },
    method: "oidc",
    token: idToken,
    signedInAt: now,
    expiresAt: Math.min(until, (decodeJwt(idToken).exp ?? 0) * 1000),
    ...(refreshToken === undefined ? {} : { renewal: { refreshToken, until, renewedAt: now } }),
  };
}
