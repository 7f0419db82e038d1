import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import type { Session } from "#server/identity/session.ts";
import { requireGarden } from "./require-garden.ts";

/**
 * The session of the page being rendered. Without one the browser is redirected to the sign-in page, which returns to
 * this page afterwards.
 */
export async function requireSession(): Promise<Session> {
  const { name, sessions } = await requireGarden();
  const request = await headers();
  const reading = await sessions.read(request.get("cookie"));
  // Pages contain no data: with an expired token, the page's script renews it before it requests any.
  if (reading.kind === "active" || reading.kind === "lapsed") return reading.session;
  const path = request.get("x-almanac-path") ?? "/";
  const login = `${gardenPrefix(name)}/login`;
  redirect(path === "/" ? login : `${login}?next=${encodeURIComponent(path)}`);
}
