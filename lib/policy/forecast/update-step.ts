import { parseVersion } from "../versions/parse.ts";

/** How far a step goes: the highest of the three numbers that changes. */
export type UpdateStep = "patch" | "minor" | "major";

/** The size of a step. A step between versions that cannot be read counts as `patch`: nothing larger is known. */
export function updateStepOf(from: string, to: string): UpdateStep {
  const [before, after] = [parseVersion(from), parseVersion(to)];
  if (!before.ok || !after.ok) return "patch";
  if (before.value.major !== after.value.major) return "major";
  return before.value.minor === after.value.minor ? "patch" : "minor";
}
