const truthy: ReadonlySet<unknown> = new Set(["1", "t", "T", "true", "True", "TRUE"]);

/**
 * Whether an annotation value counts as true. `yes`, `on` and the empty text do not.
 * @source Go: strconv.ParseBool, as used by Gardener for its annotations
 */
export function isTruthy(value: unknown): boolean {
  return truthy.has(value);
}
