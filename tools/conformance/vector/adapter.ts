import type { Vector } from "./vector.ts";

/** How lists of an expectation are compared: in their order, or as sets whose order means nothing. */
export type ListComparison = "ordered" | "sets";

/** Brings the vectors of one area to a public function of the policy core. */
export interface Adapter {
  readonly lists: ListComparison;
  /** @returns what the core says, in the shape of the vector's `expect` */
  readonly run: (vector: Vector) => unknown;
}

/** The adapters of one subject, by area. */
export type Adapters = Readonly<Record<string, Adapter>>;

/**
 * Makes an adapter. `run` gets the vector's input and the vector itself (for `now`, `gardenerVersion`); what it returns
 * is compared as JSON: a missing and an undefined field are the same.
 *
 * `Input` is the shape that the area's vectors have. It is trusted, not checked: vectors are part of the project, and a
 * wrong shape shows as a failed vector.
 */
export function adapter<Input>(
  run: (input: Input, vector: Vector) => unknown,
  lists: ListComparison = "ordered",
): Adapter {
  return {
    lists,
    run: (vector) => {
      // A copy, so that no adapter changes what another one reads. JSON.parse is the one place where a shape is assumed.
      const input: Input = JSON.parse(JSON.stringify(vector.input ?? null));
      return run(input, vector);
    },
  };
}
