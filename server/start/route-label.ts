import "server-only";
import { appFiles } from "./app-files.ts";

const patterns = [...appFiles("route.ts"), ...appFiles("page.tsx")].map(({ path }) => ({
  path,
  pattern: patternOf(path),
}));

/**
 * The route that a path belongs to, as Next names it. A raw path never becomes a label: paths name projects and clusters,
 * and there is no end to them.
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
