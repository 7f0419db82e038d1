import type { UpdateDraft } from "./update-draft.ts";

/** Least and largest number of nodes of a worker pool; NaN while a field has no number. */
export interface PoolSize {
  readonly minimum: number;
  readonly maximum: number;
}

/** Returns the size with another minimum. The maximum follows where it would be smaller. */
export function withMinimum({ maximum }: PoolSize, minimum: number): PoolSize {
  return { minimum, maximum: maximum < minimum ? minimum : maximum };
}

/** Returns the size with another maximum. The minimum follows where it would be larger. */
export function withMaximum({ minimum }: PoolSize, maximum: number): PoolSize {
  return { minimum: minimum > maximum ? maximum : minimum, maximum };
}

/** Returns the draft that gives a pool this size; undefined unless both numbers are whole. */
export function poolSizeDraft(pool: string, { minimum, maximum }: PoolSize): UpdateDraft | undefined {
  return Number.isInteger(minimum) && Number.isInteger(maximum)
    ? { pools: { [pool]: { minimum, maximum } } }
    : undefined;
}
