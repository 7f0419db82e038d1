import "server-only";
import type { Logger } from "pino";
import type { Almanac } from "../container.ts";
import type { Call } from "../http/create-handler.ts";
import type { Session } from "./session.ts";

/**
 * Takes the cookies back and ends the session's streams. Another replica's streams end with their next review. Where the
 * person is still signed in at the provider, the answer says where that can be ended too.
 */
export async function endSession({ app, request, log }: Call<Almanac, Session | undefined, undefined>) {
  const reading = await app.readSession(request.headers.get("cookie"));
  const session = reading.kind === "active" || reading.kind === "lapsed" ? reading.session : undefined;
  if (session !== undefined) app.streams.endSession(session.id);
  const providerUrl = session?.method === "oidc" ? await leaveProvider(app, session, log) : undefined;
  const response = providerUrl === undefined ? new Response(null, { status: 204 }) : Response.json({ providerUrl });
  for (const cookie of app.sessions.end()) response.headers.append("set-cookie", cookie);
  return response;
}

/** Signing out here succeeds whether or not the provider hears of it. */
async function leaveProvider(
  { identityProvider }: Almanac,
  { renewal }: Session,
  log: Logger,
): Promise<string | undefined> {
  if (identityProvider === undefined) return undefined;
  const revoking = renewal === undefined ? undefined : identityProvider.revoke(renewal.refreshToken);
  const [revoked, url] = await Promise.allSettled([revoking, identityProvider.signOutUrl()]);
  if (revoked.status === "rejected") log.warn({ err: revoked.reason }, "a refresh token could not be revoked");
  return url.status === "fulfilled" ? url.value : undefined;
}
