import { text } from "#lib/language/text.ts";
import type { FieldTest } from "./field-definition.ts";

/** Placeholder for a missing value. */
export const none = "none";

/** Sort value for unknown values, which come last. */
export const sortLast = Number.MAX_SAFE_INTEGER;

export const valueOrNone = (value: string | undefined): readonly string[] => [
  value === undefined || value === "" ? none : value,
];

export const flagValue = (value: boolean): readonly string[] => [value ? "1" : "0"];

/** Returns whether a value is one of {@link flag}. */
export const isFlag = (value: string): boolean => value === "1" || value === "0";

export const yesNoLabel = (value: string) => (value === "1" ? text("yes") : value === "0" ? text("no") : value);

/** Returns the words for "none"; other values are returned as they are in the API. */
export const valueOrNoneLabel = (value: string) => (value === none ? text("none", {}, "missing value") : value);

export function distinct(values: readonly string[]): readonly string[] {
  return values.length < 2 ? values : [...new Set(values)];
}

/** Lifts a test for a single value to lists of values, any of which may match. */
export function anyValueTest(testOf: (value: string) => FieldTest): (values: readonly string[]) => FieldTest {
  return (values) => {
    const tests = values.map(testOf);
    return (row, context) => tests.some((test) => test(row, context));
  };
}

/** Normalises pairs such as `family:phase`, and values without a second part, to lower case. */
export function lowerCasePairs(values: readonly string[]): ReadonlySet<string> {
  return new Set(values.map((value) => value.toLowerCase().split(":", 2).join(":")));
}
