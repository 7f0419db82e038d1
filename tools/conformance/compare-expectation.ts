import type { ListComparison } from "./vector/adapter.ts";

/** Canonical JSON of a value: keys sorted, undefined fields removed, and lists sorted if compared as sets. */
function canonical(value: unknown, lists: ListComparison): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item, lists));
    return `[${(lists === "sets" ? items.sort() : items).join(",")}]`;
  }
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field, lists)}`).join(",")}}`;
}

/** Whether a result equals the expectation, where an undefined field counts as missing. */
export function meetsExpectation(got: unknown, want: unknown, lists: ListComparison): boolean {
  return canonical(got, lists) === canonical(want, lists);
}
