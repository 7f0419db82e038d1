import "server-only";
import { z } from "zod";
import { methods } from "#server/boundary/route-rule.ts";

const takenSchema = z.object({ method: z.enum(methods), path: z.string(), mostBytes: z.int().positive() });

/** A method of a route that accepts a body; `path` is Next's route pattern. */
export type RouteBodyRule = z.infer<typeof takenSchema>;

/** File with these entries, in Next's build folder. */
export const routeBodyRulesFile = "almanac-bodies.json";

/** Which routes accept a body. The build lists the routes' rules in a file, since only Next loads routes. */
export class RouteBodyRules {
  readonly #mostBytes: ReadonlyMap<string, number>;

  constructor(taken: readonly RouteBodyRule[] = []) {
    this.#mostBytes = new Map(taken.map(({ method, path, mostBytes }) => [`${method} ${path}`, mostBytes]));
  }

  /** @throws ZodError when the text is not in the build's format */
  static parse(text: string): RouteBodyRules {
    return new RouteBodyRules(z.array(takenSchema).parse(JSON.parse(text)));
  }

  /** Maximum body size in bytes, 0 for none. `route` is Next's route pattern. */
  mostBytes(method: string, route: string): number {
    return this.#mostBytes.get(`${method} ${route}`) ?? 0;
  }
}
