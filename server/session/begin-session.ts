import "server-only";
import { randomUUID } from "node:crypto";
import type { SignInBody } from "#lib/contract/session.ts";
import type { Almanac } from "../container.ts";
import type { Call } from "../http/create-handler.ts";
import { describeSession } from "./describe-session.ts";
import type { Session } from "./session.ts";
import { signIn } from "./sign-in.ts";

/** Signs in and answers with the session and its cookies. */
export async function beginSession(call: Call<Almanac, Session | undefined, SignInBody>): Promise<Response> {
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
  const session = await signIn(body, options, signal);
  const response = Response.json(await describeSession(app, session));
  for (const cookie of await app.sessions.begin(session)) response.headers.append("set-cookie", cookie);
  call.note({ user: session.user.name, session: session.id });
  return response;
}
