import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { Session } from "../identity/session.ts";
import { almanac } from "./almanac.ts";

/**
 * The session of the page that is being rendered. Without one the browser is sent to the sign-in page, from which it
 * comes back to where it was.
 */
export async function requireSession(): Promise<Session> {
  const request = await headers();
  const app = await almanac();
  const reading = await app.readSession(request.get("cookie"));
  // Pages carry no data; where the token is over, the page renews it before it asks for any.
  if (reading.kind === "active" || reading.kind === "lapsed") return reading.session;
  const path = request.get("x-almanac-path") ?? "/";
  redirect(path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`);
}
