/** Accepts lists too, because paths may contain list indexes. */
function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Returns the value at a path; undefined as soon as a step has no such field. */
export function fieldAt(value: unknown, ...path: readonly string[]): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (!hasFields(current) || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}

/** Like fieldAt, for a string; other types count as unset. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = fieldAt(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** Like fieldAt, for a list; other types count as empty. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = fieldAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Returns the path of a field below another path: `spec.purpose`, `metadata.labels[example.com/team]`. */
export function pathBelow(path: string, key: string): string {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(key) ? `${path}${path === "" ? "" : "."}${key}` : `${path}[${key}]`;
}

/** Indexes the items of a list by one of their fields; undefined when the field is missing or not unique. */
export function itemsBy(key: string, list: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = new Map<string, unknown>();
  for (const item of list) {
    const name = textAt(item, key);
    if (name === undefined || items.has(name)) return undefined;
    items.set(name, item);
  }
  return items;
}
