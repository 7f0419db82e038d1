import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Where two values of the wire differ, as `path: this → that`. */
export function differences(one: unknown, other: unknown, path: string): readonly string[] {
  if (semanticallyEqual(one, other)) return [];
  if (isRecord(one) && isRecord(other)) {
    const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
    return fields.flatMap((field) => differences(one[field], other[field], `${path}.${field}`));
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.flatMap((item, at) => differences(item, other[at], `${path}[${at}]`));
  }
  return [`${path}: ${canonicalJsonOf(one)} → ${canonicalJsonOf(other)}`];
}

/** As JSON, with fields in the order of their names, as programs of Go write it. */
export function canonicalJsonOf(value: unknown): string | undefined {
  const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
  return JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(byName)) : part,
  );
}
