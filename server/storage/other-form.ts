import "server-only";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";

/** Refuses to write over what a ConfigMap holds, and says what to do. */
export function otherForm(name: string): ProblemError {
  const detail = text(
    "What the ConfigMap {name} holds has a form that this Almanac does not know, or is too large. It is not written over: fix it with kubectl, or delete it and begin again.",
    { name },
  );
  return new ProblemError("conflict", { detail });
}
