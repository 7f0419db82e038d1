import type { ConformanceVector } from "./vector.ts";

/** How lists are compared: in order, or as sets in which the order has no meaning. */
export type ListComparison = "ordered" | "sets";

/** Calls a public function of the policy core with the input of the test vectors of one area. */
export interface VectorAdapter {
  readonly lists: ListComparison;
  /** Runs a test vector. @returns the result of the policy core, in the structure of the vector's `expect` */
  readonly run: (vector: ConformanceVector) => unknown;
}

/** The adapters of one subject, by area of the test vectors. */
export type VectorAdapters = Readonly<Record<string, VectorAdapter>>;

/**
 * Creates an adapter. `run` gets the input of a vector and the vector itself (for `now` and `gardenerVersion`). Its
 * result is compared as JSON, where an undefined field counts as missing. `Input` is the structure of the area's
 * inputs. It is not validated, because vectors belong to the project, and a wrong structure causes a failed vector.
 */
export function createVectorAdapter<Input>(
  run: (input: Input, vector: ConformanceVector) => unknown,
  lists: ListComparison = "ordered",
): VectorAdapter {
  return {
    lists,
    run: (vector) => {
      // A copy, so that no adapter changes another one's input. Only here, the structure of parsed JSON is assumed.
      const input: Input = JSON.parse(JSON.stringify(vector.input ?? null));
      return run(input, vector);
    },
  };
}
