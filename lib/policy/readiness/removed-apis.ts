import { versionCore } from "../versions/version-step.ts";
import type { ApiRemoval } from "./api-removal.ts";
import { apiRemovals, minorsWithKnownRemovals } from "./api-removals.ts";

/**
 * The APIs that are served at one Kubernetes version and no longer at another; undefined if that is not known, because a
 * version is unreadable or newer or older than the table.
 */
export function removedApis(from: string, to: string): readonly ApiRemoval[] | undefined {
  const [before, after] = [versionCore(from), versionCore(to)];
  if (before === undefined || after === undefined || before.major !== 1 || after.major !== 1) return undefined;
  const { first, last } = minorsWithKnownRemovals;
  if (before.minor < first - 1 || after.minor > last) return undefined;
  return apiRemovals.filter(({ minor }) => before.minor < minor && minor <= after.minor);
}
