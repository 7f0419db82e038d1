import "server-only";
import { parseGardenAddress } from "#lib/strings/garden-address.ts";

export interface RequestTarget {
  /** Path as requested, without the query. */
  readonly pathname: string;
  readonly garden: string | undefined;
  /** Path without the garden's prefix, such as `/clusters` of `/g/live/clusters`. */
  readonly path: string;
}

/**
 * Parses the path of a request. Undefined for paths that no browser sends and that other code could interpret
 * differently: undecodable ones, and those with `.` or `..` segments or backslashes; also for absolute URLs, which only
 * proxies receive.
 */
export function readTarget(url: string | undefined): RequestTarget | undefined {
  const [pathname = ""] = (url ?? "").split(/[?#]/, 1);
  if (!pathname.startsWith("/")) return undefined;
  const decoded = decodedOf(pathname);
  if (decoded === undefined || /\\|(^|\/)\.{1,2}(\/|$)/.test(decoded)) return undefined;
  return { pathname, ...parseGardenAddress(pathname) };
}

function decodedOf(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
