import "server-only";
import { z } from "zod";
import { methods } from "#server/boundary/route-rule.ts";

const takenSchema = z.object({ method: z.enum(methods), path: z.string(), mostBytes: z.int().positive() });

/** A route and method that accept a body; `path` is the route pattern of Next.js. */
export type RouteBodyRule = z.infer<typeof takenSchema>;

/** Name of the file with the list of routes that accept a body, in the build folder of Next.js. */
export const routeBodyRulesFile = "almanac-bodies.json";

/** Which routes accept a body, and how large; from a build file, as the front server does not import routes. */
export class RouteBodyRules {
  readonly #mostBytes: ReadonlyMap<string, number>;

  constructor(taken: readonly RouteBodyRule[] = []) {
    this.#mostBytes = new Map(taken.map(({ method, path, mostBytes }) => [`${method} ${path}`, mostBytes]));
  }

  /** @throws ZodError when the text is not in the build's format */
  static parse(text: string): RouteBodyRules {
    return new RouteBodyRules(z.array(takenSchema).parse(JSON.parse(text)));
  }

  /** Maximum body size in bytes; 0 when no body is accepted. `route` is the route pattern of Next.js. */
  mostBytes(method: string, route: string): number {
    return this.#mostBytes.get(`${method} ${route}`) ?? 0;
  }
}
