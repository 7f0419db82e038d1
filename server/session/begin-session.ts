import "server-only";
import type { SignInRequest } from "#lib/contract/session.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import type { RateLimits } from "#server/boundary/rate-limit.ts";
import type { Session } from "#server/identity/session.ts";
import type { Sessions } from "./sessions.ts";
import { limitNewSessions, type SignInContext, signIn } from "./sign-in.ts";
import { type SessionSources, toSessionView } from "./to-session-view.ts";

interface BeginningDesk extends SessionSources, SignInContext {
  readonly sessions: Pick<Sessions, "begin" | "signOuts">;
  readonly limits: Pick<RateLimits, "take">;
  personOf(userName: string): string;
}

/** Signs a user in; the response contains the session's data and sets its cookies. */
export async function beginSession(
  call: RouteCall<BeginningDesk, Session | undefined, SignInRequest>,
): Promise<Response> {
  const { app, body, signal } = call;
  call.note({ method: body.method });
  const cookieHeader = call.request.headers.get("cookie");
  const session = await signIn(body, app, signal);
  limitNewSessions(app, session.user.name);
  const response = Response.json(await toSessionView(app, session));
  for (const cookie of await app.sessions.begin(session, cookieHeader)) response.headers.append("set-cookie", cookie);
  call.note({ user: session.user.name, session: session.id });
  return response;
}
