import "server-only";
import type { Logger } from "pino";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import type { Session, SessionState } from "#server/identity/session.ts";
import type { Renewals } from "./renewals.ts";
import type { Sessions } from "./sessions.ts";

/** Finds the sign-out page of the identity provider. */
interface SignOutPlace {
  signOutUrl(): Promise<string | undefined>;
}

/** Services that every sign-out needs. */
export interface LeavingServices {
  readonly sessions: Pick<Sessions, "end">;
  readonly renewals: Pick<Renewals, "end">;
  readonly streams: { endSessions(hasEnded: (session: Session) => boolean): void };
  readonly identityProvider: SignOutPlace | undefined;
}

interface Leaving extends LeavingServices {
  readSession(cookieHeader: string | null): Promise<SessionState>;
}

/** How long sign-out waits for the identity provider; refresh tokens are then still revoked in the background. */
const patienceMs = 2_000;

/**
 * Signs a user out: clears the cookies, and ends the session's renewals and event streams. Streams on other replicas
 * end with their next permission check. The response contains the identity provider's sign-out page.
 */
export async function endSession({ app, request, log }: RouteCall<Leaving, Session | undefined, undefined>) {
  const reading = await app.readSession(request.headers.get("cookie"));
  const session = reading.kind === "active" || reading.kind === "lapsed" ? reading.session : undefined;
  return leaveSession(app, session, log);
}

/** Ends a session, if there is one, and answers with cookies that delete it in the browser. */
export async function leaveSession(
  services: LeavingServices,
  session: Session | undefined,
  log: Logger,
): Promise<Response> {
  const providerUrl = session === undefined ? undefined : await leave(services, session, log);
  const response = providerUrl === undefined ? new Response(null, { status: 204 }) : Response.json({ providerUrl });
  for (const cookie of services.sessions.end()) response.headers.append("set-cookie", cookie);
  return response;
}

async function leave({ renewals, streams, identityProvider }: LeavingServices, session: Session, log: Logger) {
  // Done first, so that a renewal in progress does not restore the session.
  const revoked = renewals.end(session);
  streams.endSessions(({ id }) => id === session.id);
  if (session.method !== "oidc" || identityProvider === undefined) return undefined;
  const [, url] = await Promise.all([soon(revoked), soon(signOutUrl(identityProvider, log))]);
  return url;
}

async function signOutUrl(provider: SignOutPlace, log: Logger): Promise<string | undefined> {
  try {
    return await provider.signOutUrl();
  } catch (error) {
    log.warn({ err: error }, "the provider's sign-out page is not known");
    return undefined;
  }
}

/** The result of a promise; undefined when it takes longer than `eventuallyTimeoutMs`. */
async function soon<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, patienceMs, undefined);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
