import { text } from "#lib/language/text.ts";
import type { FieldTest } from "./field-definition.ts";

/** Filter value that stands for a missing value. */
export const missingFilterValue = "none";

/** Sort value that puts rows with an unknown value last. */
export const lastSortValue = Number.MAX_SAFE_INTEGER;

export const filterValuesOfText = (value: string | undefined): readonly string[] => [
  value === undefined || value === "" ? missingFilterValue : value,
];

export const filterValuesOfFlag = (value: boolean): readonly string[] => [value ? "1" : "0"];

/** Returns whether a filter value is `0` or `1`. */
export const isFlagFilterValue = (value: string): boolean => value === "1" || value === "0";

export const yesNoLabel = (value: string) => (value === "1" ? text("yes") : value === "0" ? text("no") : value);

/** Returns the label of the filter value "none"; other values are returned as they are in the API. */
export const valueOrNoneLabel = (value: string) =>
  value === missingFilterValue ? text("none", {}, "missing value") : value;

export function distinctFilterValues(values: readonly string[]): readonly string[] {
  return values.length < 2 ? values : [...new Set(values)];
}

/** Turns a test for a single filter value into a test for lists of values, any of which may match. */
export function createAnyValueTest(testOf: (value: string) => FieldTest): (values: readonly string[]) => FieldTest {
  return (values) => {
    const tests = values.map(testOf);
    return (row, context) => tests.some((test) => test(row, context));
  };
}

/** Converts pairs such as `family:phase`, and values without a second part, to lower case. */
export function normalizeValuePairs(values: readonly string[]): ReadonlySet<string> {
  return new Set(values.map((value) => value.toLowerCase().split(":", 2).join(":")));
}
