import "server-only";
import { readGardenAddress } from "#lib/strings/garden-address.ts";

export interface RequestTarget {
  /** As requested, without the query. */
  readonly pathname: string;
  readonly garden: string | undefined;
  /** Path within the garden. */
  readonly path: string;
}

/**
 * Parses a request's target; undefined unless it is a canonical path: it must be decodable, without `.` or `..`
 * segments and backslashes. Browsers send none of these, and code that reads such a path later could interpret it
 * differently. Absolute targets are for proxies, which this is not.
 */
export function readTarget(url: string | undefined): RequestTarget | undefined {
  const [pathname = ""] = (url ?? "").split(/[?#]/, 1);
  if (!pathname.startsWith("/")) return undefined;
  const decoded = decodedOf(pathname);
  if (decoded === undefined || /\\|(^|\/)\.{1,2}(\/|$)/.test(decoded)) return undefined;
  return { pathname, ...readGardenAddress(pathname) };
}

function decodedOf(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
