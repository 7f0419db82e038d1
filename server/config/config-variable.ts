import { z } from "zod";

/** One environment variable that Almanac reads. */
export interface ConfigVariable {
  readonly name: string;
  /** Default value as typed in a shell; empty when the variable is unset by default. */
  readonly default: string;
  readonly meaning: string;
}

/** Declares an environment variable: its schema, default and meaning. */
export function defineConfigVariable<Value>(schema: z.ZodType<Value, string>, fallback: string, meaning: string) {
  return schema.prefault(fallback).describe(meaning);
}

/** Parsed values of several environment variables. */
export type ParsedVariables<Schemas extends Readonly<Record<string, z.ZodType>>> = {
  readonly [Name in keyof Schemas]: z.infer<Schemas[Name]>;
};

export const textVariable = z.string();
/** A text variable that is undefined when not set. */
export const optionalTextVariable = textVariable.transform((given) => given || undefined);
export const booleanVariable = z
  .enum(["true", "false", "1", "0"], "must be true or false")
  .transform((given) => given === "true" || given === "1");

/** Splits a comma-separated list and removes empty entries. */
export function splitList(given: string): readonly string[] {
  return given
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** A variable with a comma-separated list, which is converted to lower case. */
export const listVariable = textVariable.transform((given) => splitList(given.toLowerCase()));

/** Error sentences of the configuration rules that are broken. */
export function listBrokenConfigRules(
  rules: readonly (readonly [broken: boolean, sentence: string])[],
): readonly string[] {
  return rules.flatMap(([broken, sentence]) => (broken ? [sentence] : []));
}
