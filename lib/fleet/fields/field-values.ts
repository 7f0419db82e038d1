import { text } from "#lib/language/text.ts";
import type { FieldTest } from "./field-definition.ts";

/** Stands for a missing value. */
export const none = "none";

/** For a sort: what nobody knows comes last. */
export const last = Number.MAX_SAFE_INTEGER;

export const orNone = (value: string | undefined): readonly string[] => [
  value === undefined || value === "" ? none : value,
];

export const flag = (value: boolean): readonly string[] => [value ? "1" : "0"];

/** Whether a value is one of {@link flag}. */
export const isFlag = (value: string): boolean => value === "1" || value === "0";

export const yesNo = (value: string) => (value === "1" ? text("yes") : value === "0" ? text("no") : value);

/** A value without words of its own is said as the API has it. */
export const wordsOrNone = (value: string) => (value === none ? text("none", {}, "missing value") : value);

export function unique(values: readonly string[]): readonly string[] {
  return values.length < 2 ? values : [...new Set(values)];
}

/** For values that are read one by one: whether any of the tests that come of them is met. */
export function anyOf(testOf: (value: string) => FieldTest): (values: readonly string[]) => FieldTest {
  return (values) => {
    const tests = values.map(testOf);
    return (row, context) => tests.some((test) => test(row, context));
  };
}

/** Pairs such as `family:phase`, and such without their second part, in lower case. */
export function pairsIn(values: readonly string[]): ReadonlySet<string> {
  return new Set(values.map((value) => value.toLowerCase().split(":", 2).join(":")));
}
