import "server-only";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { type CollectionTarget, type ObjectTarget, resourcePath } from "#lib/kube/paths.ts";
import { GardenError } from "./garden-error.ts";

/**
 * The URL of a call below `server` (origin and prefix). Throws a GardenError `bad-request` for a target with invalid
 * names, and for any result outside the origin or prefix.
 */
export function requestUrl(
  server: string,
  target: CollectionTarget | ObjectTarget | { readonly segments: readonly string[] },
  query: Readonly<Record<string, string | undefined>>,
): URL {
  const base = new URL(server);
  const prefix = base.pathname.replace(/\/+$/, "");
  const path = `${prefix}${"segments" in target ? rawPath(target.segments) : pathOf(target)}`;
  const url = new URL(path, base.origin);
  // Second line of defence: whatever the parts were, the URL must be the intended one.
  if (url.origin !== base.origin || url.pathname !== path || url.search !== "" || url.hash !== "") {
    throw refused("The request would leave the garden's address");
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

function pathOf(target: CollectionTarget | ObjectTarget): string {
  const path = resourcePath(target);
  if (!path.ok) throw refused(`The request names no object that could exist (${path.error.reason})`);
  return path.value;
}

/** Raw paths are constants in our code, never taken from a request. */
function rawPath(segments: readonly string[]): string {
  if (segments.length === 0 || !segments.every(isDns1123Subdomain)) {
    throw refused("The request's path is not one that Almanac uses");
  }
  return `/${segments.join("/")}`;
}

function refused(message: string): GardenError {
  return new GardenError({ reason: "bad-request", message });
}
