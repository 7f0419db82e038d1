import "server-only";
import { appFiles } from "./app-files.ts";

const patterns = [...appFiles("route.ts"), ...appFiles("page.tsx")].map(({ path }) => ({
  path,
  pattern: patternOf(path),
}));

/**
 * Route pattern of Next.js for a path, as a metrics label. A path itself contains names of projects and clusters, of
 * which there is any number.
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
