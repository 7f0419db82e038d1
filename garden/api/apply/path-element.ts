import "server-only";
import { parseJsonOrUndefined } from "#lib/kube/parse-json-or-undefined.ts";
import { isRecord } from "#lib/kube/wire.ts";

/**
 * One path element in the FieldsV1 format: `f:` and a field name, `k:` and the keys of a list item, `v:` and the item
 * of a set, `i:` and the index of an item. "." stands for the field itself and is not a path element.
 * @source Kubernetes: structured-merge-diff fieldpath/serialize-pe.go
 */
export type PathElement = string;

export function fieldPathElement(name: string): PathElement {
  return `f:${name}`;
}

/** The path element of a list item identified by its key fields; undefined if the item lacks a key field. */
export function keyedItemPathElement(keys: readonly string[], item: unknown): PathElement | undefined {
  if (!isRecord(item)) return undefined;
  const [only] = keys;
  if (only !== undefined && keys.length === 1) {
    const value = item[only];
    return isScalar(value) ? `k:{${JSON.stringify(only)}:${JSON.stringify(value)}}` : undefined;
  }
  const values = [...keys].sort().map((key) => [key, item[key]] as const);
  return values.some(([, value]) => !isScalar(value)) ? undefined : `k:${JSON.stringify(Object.fromEntries(values))}`;
}

/** The path element of a set item; undefined for an array or object, because sets contain only scalars. */
export function setItemPathElement(item: unknown): PathElement | undefined {
  return isScalar(item) ? `v:${JSON.stringify(item)}` : undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Whether a key of a client's FieldsV1 is a valid path element. */
export function isPathElement(text: string): boolean {
  const rest = text.slice(2);
  switch (text.slice(0, 2)) {
    case "f:":
      return true;
    case "k:": {
      const key = parseJsonOrUndefined(rest);
      return isRecord(key) && Object.values(key).every(isScalar);
    }
    case "v:":
      return parseJsonOrUndefined(rest) !== undefined;
    case "i:":
      return /^[0-9]{1,9}$/.test(rest);
    default:
      return false;
  }
}

/** A path as conflict messages show it: `.spec.provider.workers[name="pool-a"].maximum`. */
export function formatElementPath(path: readonly PathElement[]): string {
  return path.map(formatPathElement).join("");
}

export function formatPathElement(element: PathElement): string {
  const rest = element.slice(2);
  switch (element.slice(0, 2)) {
    case "k:": {
      const key = parseJsonOrUndefined(rest);
      const fields = isRecord(key) ? Object.entries(key) : [];
      return `[${fields.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}]`;
    }
    case "v:":
      return `[=${rest}]`;
    case "i:":
      return `[${rest}]`;
    default:
      return `.${rest}`;
  }
}
