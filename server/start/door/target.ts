import "server-only";
import { readGardenAddress } from "#lib/text/garden-address.ts";

export interface Target {
  /** As it was asked for, without what follows `?`. */
  readonly pathname: string;
  readonly garden: string | undefined;
  /** Within its garden. */
  readonly path: string;
}

/**
 * What a request asks for; undefined where that is no path of ours, or not the only way to write it: one that cannot be
 * decoded, that goes up and down between folders, or that has another kind of slash. Browsers send none of these, and what
 * reads such a path after us could take it for another one. Absolute targets are for proxies, which this is not.
 */
export function readTarget(url: string | undefined): Target | undefined {
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
