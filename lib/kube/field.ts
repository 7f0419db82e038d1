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

/** The path of a field beneath another: `spec.purpose`, `metadata.labels[example.com/team]`. */
export function pathBelow(path: string, key: string): string {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(key) ? `${path}${path === "" ? "" : "."}${key}` : `${path}[${key}]`;
}

/** The items of a list by one of their fields; undefined when it does not tell them apart. */
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
