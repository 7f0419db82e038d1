import { z } from "zod";

/** One environment variable that Almanac reads. */
export interface ConfigVariable {
  readonly name: string;
  /** As typed in a shell; empty when the variable is unset by default. */
  readonly default: string;
  readonly meaning: string;
}

/** Declares a variable: its schema, its default, and its meaning. */
export function variable<Value>(schema: z.ZodType<Value, string>, fallback: string, meaning: string) {
  return schema.prefault(fallback).describe(meaning);
}

/** The parsed values of a set of variables. */
export type Given<Schemas extends Readonly<Record<string, z.ZodType>>> = {
  readonly [Name in keyof Schemas]: z.infer<Schemas[Name]>;
};

export const textVariable = z.string();
/** A text that is undefined when not set. */
export const optional = textVariable.transform((given) => given || undefined);
export const flag = z
  .enum(["true", "false", "1", "0"], "must be true or false")
  .transform((given) => given === "true" || given === "1");

/** The entries of a comma-separated list. */
export function splitList(given: string): readonly string[] {
  return given
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** A comma-separated list in lower case. */
export const entries = textVariable.transform((given) => splitList(given.toLowerCase()));

/** The sentences of the broken rules. */
export function brokenRules(rules: readonly (readonly [broken: boolean, sentence: string])[]): readonly string[] {
  return rules.flatMap(([broken, sentence]) => (broken ? [sentence] : []));
}
