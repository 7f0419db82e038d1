import { globSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { RouteHandler } from "../boundary/create-handler.ts";
import { type Method, methods } from "../boundary/route-inventory.ts";

const root = path.resolve(import.meta.dirname, "..", "..");

/** A file that Next serves, with the path it serves it at. */
export interface AppFile {
  readonly path: string;
  readonly file: string;
}

/** What Next finds below app/: `route.ts` files, or `page.tsx` files. */
export function appFiles(name: "route.ts" | "page.tsx"): readonly AppFile[] {
  const files = globSync(`app/**/${name}`, { cwd: root }).map((file) => file.split(path.sep).join("/"));
  return files.map((file) => ({ file, path: servedAt(file) })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Groups in parentheses are no part of the address. */
function servedAt(file: string): string {
  const folders = file.split("/").slice(1, -1);
  return `/${folders.filter((folder) => !/^\(.*\)$/.test(folder)).join("/")}`;
}

/** The functions that a route exports, by method. */
export async function routeHandlers(servedPath: string): Promise<ReadonlyMap<Method, RouteHandler>> {
  const found = appFiles("route.ts").find((each) => each.path === servedPath);
  if (found === undefined) throw new Error(`there is no route ${servedPath}`);
  const exported: Readonly<Record<string, unknown>> = await import(
    /* @vite-ignore */ pathToFileURL(path.join(root, found.file)).href
  );
  const handlers = methods.flatMap((method): [Method, RouteHandler][] => {
    const handler = exported[method];
    return isRouteHandler(handler) ? [[method, handler]] : [];
  });
  return new Map(handlers);
}

function isRouteHandler(value: unknown): value is RouteHandler {
  return typeof value === "function";
}

const sampleSegments: Readonly<Record<string, string>> = {
  project: "ok-project",
  name: "ok-name",
  feed: "abcdef012345",
};

/** The parameters of a dynamic path, each with a valid value unless `given` says otherwise. */
export function paramsFor(servedPath: string, given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const names = Array.from(servedPath.matchAll(/\[(?!\[?\.)(\w+)\]/g), ([, name = ""]) => name);
  return Object.fromEntries(names.map((name) => [name, given[name] ?? sampleSegments[name] ?? `some-${name}`]));
}

/** An address of a dynamic path. */
export function addressOf(servedPath: string, given: Readonly<Record<string, string>> = {}): string {
  const params = paramsFor(servedPath, given);
  return servedPath
    .replace(/\/?\[\[\.\.\.\w+\]\]/, "/nothing/here")
    .replace(/\[(\w+)\]/g, (_match, name: string) => encodeURIComponent(params[name] ?? ""));
}
