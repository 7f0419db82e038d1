import "server-only";
import { pathToFileURL } from "node:url";
import type { RouteHandler } from "#server/boundary/create-handler.ts";
import { type Method, methods, type RouteRule } from "#server/boundary/route-rule.ts";

/** The rules of a `route.ts` by HTTP method. Methods that the route exports only to refuse them have no rule. */
export async function routeRules(file: string): Promise<ReadonlyMap<Method, RouteRule>> {
  const exported: Readonly<Record<string, unknown>> = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const rules = methods.flatMap((method): [Method, RouteRule][] => {
    const handler = exported[method];
    return isOffered(handler) ? [[method, handler.rule]] : [];
  });
  return new Map(rules);
}

function isOffered(handler: unknown): handler is RouteHandler {
  return typeof handler === "function" && "rule" in handler;
}
