import "server-only";
import { pageInventory, routeInventory } from "../boundary/route-inventory.ts";

const patterns = [...routeInventory, ...pageInventory].map(({ path, kind }) => ({
  path,
  kind,
  pattern: patternOf(path),
}));

/**
 * The route that a path belongs to, as the inventory names it. A raw path never becomes a label: paths name projects and
 * clusters, and there is no end to them.
 */
export function routeLabel(pathname: string): string {
  return routeOf(pathname)?.path ?? (pathname.startsWith("/_next/") ? "static" : "other");
}

/** How long a stream stays open says nothing about how fast it was opened. */
export function isStream(pathname: string): boolean {
  return routeOf(pathname)?.kind === "stream";
}

function routeOf(pathname: string): (typeof patterns)[number] | undefined {
  const matching = patterns.filter(({ pattern }) => pattern.test(pathname));
  return matching.find(({ path }) => !path.includes("[[")) ?? matching[0];
}

function patternOf(path: string): RegExp {
  const source = path
    .split("/")
    .map((segment) => {
      if (segment.startsWith("[[...")) return ".*";
      return segment.startsWith("[") ? "[^/]+" : segment.replaceAll(".", "\\.");
    })
    .join("/");
  return new RegExp(`^${source}$`);
}
