import "server-only";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { type CollectionTarget, type ObjectTarget, resourcePath } from "#lib/kube/paths.ts";
import { GardenError } from "./garden-error.ts";

/**
 * The URL of a request to the API server at `server` (origin and path prefix). Throws a GardenError `bad-request` for
 * invalid names, and for a URL outside of `server`.
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
  // Checks the result again: whatever the names contain, the URL must have exactly the intended path.
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

/** A path that is no resource. Its segments are constants in the code, and never taken from a request. */
function rawPath(segments: readonly string[]): string {
  if (segments.length === 0 || !segments.every(isDns1123Subdomain)) {
    throw refused("The request's path is not one that Almanac uses");
  }
  return `/${segments.join("/")}`;
}

function refused(message: string): GardenError {
  return new GardenError({ reason: "bad-request", message });
}
