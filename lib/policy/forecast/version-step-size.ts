import { parseVersion } from "../versions/parse.ts";

/** Size of a version update: the most significant number of the version that changes. */
export type VersionStepSize = "patch" | "minor" | "major";

/** The size of a version update; `patch` when a version is unreadable, because nothing larger is known. */
export function versionStepSizeOf(from: string, to: string): VersionStepSize {
  const [before, after] = [parseVersion(from), parseVersion(to)];
  if (!before.ok || !after.ok) return "patch";
  if (before.value.major !== after.value.major) return "major";
  return before.value.minor === after.value.minor ? "patch" : "minor";
}
