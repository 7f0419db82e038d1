import type { RollOutState } from "#lib/policy/next/roll-out.ts";

type Filters = Readonly<Record<string, string>>;

const failures = "Error,Failed,Aborted";
/** Clusters that nothing holds back for certain. */
const goesOn = { heldBack: "none,perhaps-ignored", del: "0" };

/**
 * Filters of the cluster list, besides the Seed, that select exactly the clusters in a state of a roll-out; undefined
 * for states that no filters select.
 *
 * @param gardener release of the Seed's gardenlet
 */
export function rollOutFilters(state: RollOutState, gardener: string | undefined): Filters | undefined {
  if (gardener === undefined) return undefined;
  const release = withoutPrefix(gardener);
  switch (state) {
    case "done":
      return { gardener: release, op: "Succeeded", del: "0" };
    case "failed":
      return { gardener: release, op: failures, state: "failed,deletion-failed" };
    case "retrying":
      return { gardener: release, op: failures, state: "-failed,-deletion-failed", ...goesOn };
    case "running":
      return { gardener: release, op: "Processing", ...goesOn };
    case "waiting":
      return { gardener: `-${release}`, ...goesOn };
    case "held":
    case "unknown":
      return undefined;
  }
}

/**
 * Filters that select exactly the clusters that a failure of the present gardenlet's operation counts.
 *
 * @param code error code; "" for failures without one
 */
export function failureFilters(code: string, gardener: string | undefined): Filters | undefined {
  if (gardener === undefined) return undefined;
  return { gardener: withoutPrefix(gardener), op: failures, err: code === "" ? "none" : code };
}

/** Releases stand without the leading `v` in filters. */
function withoutPrefix(release: string): string {
  return release.replace(/^v/, "");
}
