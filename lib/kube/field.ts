/** Lists have fields, too: paths may name a place in one. */
function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The field of a record at a path, undefined as soon as one step is no record or does not have it. */
export function fieldAt(value: unknown, ...path: readonly string[]): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (!hasFields(current) || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}

/** As fieldAt, for a text; anything else counts as unset. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = fieldAt(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** As fieldAt, for a list; anything else counts as empty. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = fieldAt(value, ...path);
  return Array.isArray(found) ? found : [];
}
