import type { LastOperationReading } from "#lib/policy/status/last-operation.ts";

/**
 * The steps that run at the same time. While an operation runs, gardenlet writes the names of its tasks into the
 * description, separated by commas; any other description is a sentence and stays whole.
 */
export function stepsOf({
  meaning,
  description,
}: Pick<LastOperationReading, "meaning" | "description">): readonly string[] {
  if (meaning !== "running" || description === undefined || description.endsWith(".")) return [];
  return [...new Set(description.split(", ").map((step) => step.trim()))].filter((step) => step !== "");
}
