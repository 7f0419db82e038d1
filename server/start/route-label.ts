import "server-only";
import { appFiles } from "./app-files.ts";

const patterns = [...appFiles("route.ts"), ...appFiles("page.tsx")].map(({ path }) => ({
  path,
  pattern: patternOf(path),
}));

/**
 * Next's route pattern for a path. Raw paths never become labels: they contain projects and clusters, and are
 * unbounded.
 */
export function routeLabel(pathname: string): string {
  const matching = patterns.filter(({ pattern }) => pattern.test(pathname));
  const found = matching.find(({ path }) => !path.includes("[[")) ?? matching[0];
  return found?.path ?? (pathname.startsWith("/_next/") ? "static" : "other");
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
