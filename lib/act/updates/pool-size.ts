import { emptyUpdateDraft, type UpdateDraft, withPoolEdit } from "./update-draft.ts";

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

/**
 * Returns the draft that gives a pool another size; undefined unless both numbers are whole. An end that stays is left
 * out, so that somebody else's change of it is kept.
 */
export function poolSizeDraft(pool: string, before: PoolSize, { minimum, maximum }: PoolSize): UpdateDraft | undefined {
  if (!Number.isInteger(minimum) || !Number.isInteger(maximum)) return undefined;
  return withPoolEdit(emptyUpdateDraft, pool, {
    minimum: minimum === before.minimum ? undefined : minimum,
    maximum: maximum === before.maximum ? undefined : maximum,
  });
}
