import "server-only";
import type { SessionRefreshRequest, SessionRefreshResponse } from "#lib/contract/session.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { RouteAccess } from "#server/boundary/route-rule.ts";
import type { Session } from "#server/identity/session.ts";
import type { Renewals } from "./renewals.ts";
import type { Sessions } from "./sessions.ts";
import { type SessionSources, toSessionView } from "./to-session-view.ts";

interface Renewing extends SessionSources {
  readonly renewals: Pick<Renewals, "renew" | "hasEnded">;
  readonly sessions: Pick<Sessions, "renew" | "end" | "signOuts">;
}

/** Access rule for session renewal: also accepts sessions with an expired token, until the session itself ends. */
export const renewableSessionAccess: RouteAccess<Session> = {
  kind: "signed-in",
  admit(reading) {
    if (reading.kind === "active" || reading.kind === "lapsed") return reading.session;
    throw new ProblemError(reading.kind === "none" ? "not-signed-in" : "session-expired");
  },
};

/** Replaces the session's token if it expires soon. Only this route does so: an event stream cannot set cookies. */
export async function renewSession(call: RouteCall<Renewing, Session, SessionRefreshRequest>): Promise<Response> {
  const { app, session, body, note } = call;
  const outcome = await app.renewals.renew(session, body.refused === true);
  note({ outcome: outcome.kind });
  switch (outcome.kind) {
    case "renewed":
    case "not-renewable": {
      const answer: SessionRefreshResponse = { state: "renewed", session: await toSessionView(app, outcome.session) };
      const cookies = await app.sessions.renew(outcome.session, call.request.headers.get("cookie"));
      if (!app.renewals.hasEnded(session.id)) return withCookies(answer, cookies);
      note({ outcome: "refused" });
      return refuse(call);
    }
    case "kept":
      return app.now() < session.expiresAt ? withCookies({ state: "kept", unavailable: false }, []) : ended(app);
    case "unavailable":
      return withCookies({ state: "kept", unavailable: true }, []);
    case "refused":
      return refuse(call);
  }
}

/**
 * Answers a failed renewal. At the first failure the cookies stay: the browser may have newer ones by now, from a
 * renewal in another tab or from a new sign-in.
 */
function refuse({ app, session, body, log }: RouteCall<Renewing, Session, SessionRefreshRequest>): Response {
  if (body.again !== true) return withCookies({ state: "superseded" }, []);
  if (!app.renewals.hasEnded(session.id)) log.info({}, "the identity provider ended a session");
  return ended(app);
}

function ended({ sessions }: Pick<Renewing, "sessions">): Response {
  return withCookies({ state: "ended" }, sessions.end());
}

function withCookies(answer: SessionRefreshResponse, cookies: readonly string[]): Response {
  const response = Response.json(answer);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
