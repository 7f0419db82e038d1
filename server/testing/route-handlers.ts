import { pathToFileURL } from "node:url";
import type { RouteFunction } from "#server/boundary/create-handler.ts";
import { type Method, methods } from "#server/boundary/route-rule.ts";
import { appFiles } from "#server/start/app-files.ts";

// Read once, since no test adds a route.
const files = new Map(appFiles("route.ts").map(({ path, file }) => [path, file]));

/** The functions that a route exports, by method. */
export async function routeHandlers(servedPath: string): Promise<ReadonlyMap<Method, RouteFunction>> {
  const file = files.get(servedPath);
  if (file === undefined) throw new Error(`there is no route ${servedPath}`);
  const exported: Readonly<Record<string, unknown>> = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const handlers = methods.flatMap((method): [Method, RouteFunction][] => {
    const handler = exported[method];
    return isRouteFunction(handler) ? [[method, handler]] : [];
  });
  return new Map(handlers);
}

function isRouteFunction(value: unknown): value is RouteFunction {
  return typeof value === "function";
}

const sampleSegments: Readonly<Record<string, string>> = {
  project: "ok-project",
  name: "ok-name",
  feed: "abcdef012345",
  language: "de",
};

/** Values for the dynamic segments of a route pattern, with valid defaults. */
export function paramsFor(servedPath: string, given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const names = Array.from(servedPath.matchAll(/\[(?!\[?\.)(\w+)\]/g), ([, name = ""]) => name);
  return Object.fromEntries(names.map((name) => [name, given[name] ?? sampleSegments[name] ?? `some-${name}`]));
}

/** A URL for a route pattern. */
export function urlOfServedPath(servedPath: string, given: Readonly<Record<string, string>> = {}): string {
  const params = paramsFor(servedPath, given);
  return servedPath
    .replace(/\/?\[\[\.\.\.\w+\]\]/, "/nothing/here")
    .replace(/\[(\w+)\]/g, (_match, name: string) => encodeURIComponent(params[name] ?? ""));
}
