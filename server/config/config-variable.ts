import { z } from "zod";

/** One environment variable that Almanac reads. */
export interface ConfigVariable {
  readonly name: string;
  /** As one would type it; empty when the variable is simply unset. */
  readonly default: string;
  readonly meaning: string;
}

/** A variable by all that there is to say of it: what it may be, what it is when unset, and what it means. */
export function variable<Value>(schema: z.ZodType<Value, string>, fallback: string, meaning: string) {
  return schema.prefault(fallback).describe(meaning);
}

/** What variables were given. */
export type Given<Schemas extends Readonly<Record<string, z.ZodType>>> = {
  readonly [Name in keyof Schemas]: z.infer<Schemas[Name]>;
};

export const text = z.string();
/** Undefined when it is not set. */
export const optional = text.transform((given) => given || undefined);
export const flag = z
  .enum(["true", "false", "1", "0"], "must be true or false")
  .transform((given) => given === "true" || given === "1");

/** What stands between commas. */
export function listIn(given: string): readonly string[] {
  return given
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** The same, in lower case. */
export const entries = text.transform((given) => listIn(given.toLowerCase()));

/** The sentences of those rules that are broken. */
export function faultsOf(rules: readonly (readonly [broken: boolean, sentence: string])[]): readonly string[] {
  return rules.flatMap(([broken, sentence]) => (broken ? [sentence] : []));
}
