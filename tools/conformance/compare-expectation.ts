import type { ListComparison } from "./vector/adapter.ts";

/** One canonical text of a JSON value: keys sorted, undefined fields dropped, and sets sorted. */
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

/** Whether an answer is the expected one: deep equality, in which an undefined field is a missing field. */
export function meetsExpectation(got: unknown, want: unknown, lists: ListComparison): boolean {
  return canonical(got, lists) === canonical(want, lists);
}
