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

export const text = z.string();
export const flag = z
  .enum(["true", "false", "1", "0"], "must be true or false")
  .transform((given) => given === "true" || given === "1");

/** What stands between commas, in lower case. */
export const entries = text.transform((list) =>
  list
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== ""),
);
