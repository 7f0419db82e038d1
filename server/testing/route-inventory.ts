import { type Method, methods, type RouteRule } from "#server/boundary/route-rule.ts";
import { appFiles } from "#server/start/app-files.ts";
import { routeRules } from "#server/start/route-rules.ts";

export interface RouteEntry {
  readonly path: string;
  readonly kind: "api" | "stream";
  /** Supported HTTP methods. GET includes HEAD unless the route is an event stream; others are answered with 405. */
  readonly methods: Partial<Readonly<Record<Method, RouteRule>>>;
}

/** Every route of Almanac with the rules of its handlers, so that tests include new routes automatically. */
export const routeInventory: readonly RouteEntry[] = await Promise.all(
  appFiles("route.ts").map(async ({ path, file }): Promise<RouteEntry> => {
    const rules = [...(await routeRules(file))];
    const isStream = rules.some(([, { limit }]) => limit === "stream");
    return { path, kind: isStream ? "stream" : "api", methods: Object.fromEntries(rules) };
  }),
);

/** Every supported method of every route, with its rule. */
export const offeredMethods: readonly (readonly [string, Method, RouteRule, RouteEntry])[] = routeInventory.flatMap(
  (entry) =>
    methods.flatMap((method) => {
      const rule = entry.methods[method];
      return rule === undefined ? [] : [[entry.path, method, rule, entry] as const];
    }),
);

/** Every route with a GET response that ends, and whose data the response contains. */
export const readableRoutes: readonly { readonly path: string; readonly shows: RouteRule["shows"] }[] =
  routeInventory.flatMap(({ path, kind, methods: { GET: rule } }) =>
    kind === "api" && rule !== undefined ? [{ path, shows: rule.shows }] : [],
  );
