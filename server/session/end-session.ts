import "server-only";
import type { Almanac } from "../container.ts";
import type { Call } from "../http/create-handler.ts";
import type { Session } from "./session.ts";

/** Takes the cookies back and ends the session's streams. Another replica's streams end with their next review. */
export function endSession({ app, session }: Call<Almanac, Session | undefined, undefined>): Response {
  const response = new Response(null, { status: 204 });
  for (const cookie of app.sessions.end()) response.headers.append("set-cookie", cookie);
  if (session === undefined) return response;
  app.streams.endSession(session.id);
  return response;
}
