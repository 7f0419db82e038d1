import "server-only";
import { randomUUID } from "node:crypto";
import type { SignInBody } from "#lib/contract/session.ts";
import type { Call } from "#server/boundary/create-handler.ts";
import type { RateLimits } from "#server/boundary/rate-limit.ts";
import type { Config } from "#server/config/config.ts";
import type { Session } from "#server/identity/session.ts";
import { describeSession, type SessionSources } from "./describe-session.ts";
import type { Sessions } from "./sessions.ts";
import { requireTurnOf, type SignInOptions, signIn } from "./sign-in.ts";

interface SignInDesk extends SessionSources, Pick<SignInOptions, "withToken" | "demoLogins"> {
  readonly config: Pick<Config, "signIn" | "sessionMaxAgeMs">;
  readonly ownToken: () => Promise<string | undefined>;
  readonly sessions: Pick<Sessions, "begin">;
  readonly limits: Pick<RateLimits, "take">;
  personOf(userName: string): string;
}

/** Signs in and answers with the session and its cookies. */
export async function beginSession(call: Call<SignInDesk, Session | undefined, SignInBody>): Promise<Response> {
  const { app, body, signal } = call;
  call.note({ method: body.method });
  const options = {
    withToken: app.withToken,
    demoLogins: app.demoLogins,
    tokens: app.config.signIn.token,
    developmentToken: app.config.signIn.development ? app.ownToken : undefined,
    now: app.now,
    newId: randomUUID,
    maxAgeMs: app.config.sessionMaxAgeMs,
  };
  const cookieHeader = call.request.headers.get("cookie");
  const session = await signIn(body, options, signal);
  requireTurnOf(app, session.user.name);
  const response = Response.json(await describeSession(app, session));
  for (const cookie of await app.sessions.begin(session, cookieHeader)) response.headers.append("set-cookie", cookie);
  call.note({ user: session.user.name, session: session.id });
  return response;
}
