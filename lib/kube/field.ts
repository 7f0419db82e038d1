/** Returns whether a value is an object or a list; lists are accepted because paths may contain list indices. */
function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Returns the value at a path in a JSON value; undefined if any field on the path is missing. */
export function fieldAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (!hasFields(current) || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}

/** Returns the string at a path in a JSON value; undefined for values of other types. */
export function stringAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = fieldAt(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** Returns the list at a path in a JSON value; empty for values of other types. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = fieldAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Returns the path of a field extended by a key: `spec.purpose`, `metadata.labels[example.com/team]`. */
export function appendFieldPath(path: string, key: string): string {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(key) ? `${path}${path === "" ? "" : "."}${key}` : `${path}[${key}]`;
}

/** Indexes list items by one of their fields; undefined if an item lacks the field or two items share a value. */
export function indexItemsBy(key: string, list: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = new Map<string, unknown>();
  for (const item of list) {
    const name = stringAt(item, key);
    if (name === undefined || items.has(name)) return undefined;
    items.set(name, item);
  }
  return items;
}
