import type { ParsedLastOperation } from "#lib/policy/status/last-operation.ts";

/**
 * Returns the gardenlet tasks that run concurrently. During an operation gardenlet writes its task names into the
 * description, separated by commas; any other description is a sentence and is not split.
 */
export function concurrentTasksOf({
  meaning,
  description,
}: Pick<ParsedLastOperation, "meaning" | "description">): readonly string[] {
  if (meaning !== "running" || description === undefined || description.endsWith(".")) return [];
  return [...new Set(description.split(", ").map((step) => step.trim()))].filter((step) => step !== "");
}
