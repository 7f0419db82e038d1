import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** The differences between two JSON values, each as `path: this → that`. */
export function describeDifferences(one: unknown, other: unknown, path: string): readonly string[] {
  if (semanticallyEqual(one, other)) return [];
  if (isRecord(one) && isRecord(other)) {
    const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
    return fields.flatMap((field) => describeDifferences(one[field], other[field], `${path}.${field}`));
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.flatMap((item, at) => describeDifferences(item, other[at], `${path}[${at}]`));
  }
  return [`${path}: ${canonicalJsonOf(one)} → ${canonicalJsonOf(other)}`];
}

/** JSON with sorted field names, as Go writes it. */
export function canonicalJsonOf(value: unknown): string | undefined {
  const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
  return JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(byName)) : part,
  );
}
