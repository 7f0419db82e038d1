import "server-only";
import { z } from "zod";
import { methods } from "#server/boundary/route-rule.ts";

const takenSchema = z.object({ method: z.enum(methods), path: z.string(), mostBytes: z.int().positive() });

/** A method of a route that takes a body; its path as Next names it. */
export type TakenBody = z.infer<typeof takenSchema>;

/** Where the build keeps them, in Next's folder. */
export const takenBodiesFile = "almanac-bodies.json";

/** What takes a body. The rules of routes say it, and the build writes it down, as only Next loads routes. */
export class TakenBodies {
  readonly #mostBytes: ReadonlyMap<string, number>;

  constructor(taken: readonly TakenBody[] = []) {
    this.#mostBytes = new Map(taken.map(({ method, path, mostBytes }) => [`${method} ${path}`, mostBytes]));
  }

  /** @throws ZodError when the text is not what the build writes */
  static parse(text: string): TakenBodies {
    return new TakenBodies(z.array(takenSchema).parse(JSON.parse(text)));
  }

  /** How many bytes are taken there at most, 0 for none. The route is its path as Next names it. */
  mostBytes(method: string, route: string): number {
    return this.#mostBytes.get(`${method} ${route}`) ?? 0;
  }
}
