import { parseVersion } from "../versions/parse.ts";

/** Size of a step: the most significant version number that changes. */
export type UpdateStep = "patch" | "minor" | "major";

/** The size of a step; `patch` when a version is unreadable, because nothing larger is known. */
export function updateStepOf(from: string, to: string): UpdateStep {
  const [before, after] = [parseVersion(from), parseVersion(to)];
  if (!before.ok || !after.ok) return "patch";
  if (before.value.major !== after.value.major) return "major";
  return before.value.minor === after.value.minor ? "patch" : "minor";
}
