import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Value that represents a removed field. */
const gone = "<gone>";

/** The changes of a write by path, without server-set fields. List items are identified by their name, if any. */
export function objectChangesBetween(before: unknown, after: unknown): Readonly<Record<string, unknown>> {
  const [old, next] = [leavesOf(before), leavesOf(after)];
  const changed: Record<string, unknown> = {};
  for (const [path, value] of next) if (old.get(path) !== value) changed[path] = value;
  for (const path of old.keys()) if (!next.has(path)) changed[path] = gone;
  return changed;
}

function leavesOf(object: unknown): ReadonlyMap<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const part of ["labels", "annotations", "finalizers"])
    walk(fieldAt(object, "metadata", part), `.${part}`, leaves);
  if (!isRecord(object)) return leaves;
  const { metadata: _metadata, status: _status, apiVersion: _version, kind: _kind, spec, ...others } = object;
  walk(spec, ".spec", leaves);
  if (Object.keys(others).length > 0) walk(others, ".other", leaves);
  return leaves;
}

function walk(value: unknown, path: string, leaves: Map<string, unknown>): void {
  if (Array.isArray(value)) {
    if (value.length === 0) leaves.set(path, "[]");
    for (const [index, item] of value.entries()) walk(item, `${path}[${nameOf(item) ?? index}]`, leaves);
  } else if (isRecord(value)) {
    const fields = Object.entries(value);
    if (fields.length === 0) leaves.set(path, "{}");
    for (const [name, item] of fields) walk(item, `${path}.${name}`, leaves);
  } else if (value !== undefined) {
    leaves.set(path, value);
  }
}

function nameOf(item: unknown): string | undefined {
  return isRecord(item) && typeof item.name === "string" ? item.name : undefined;
}
