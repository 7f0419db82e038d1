import type { Freshness } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import type { BulkRun, PauseReason } from "./bulk-run.ts";

interface RunEnvironment {
  /** User who is signed in now, if known. */
  readonly owner: string | undefined;
  readonly freshness: Freshness | undefined;
}

/** Reason to pause a run automatically: its owner is no longer signed in, or the garden is no longer watched. */
export function interruptionOf(
  run: BulkRun,
  { owner, freshness }: RunEnvironment,
): { readonly reason: PauseReason; readonly message: string } | undefined {
  if (run.status !== "running") return undefined;
  if (owner !== undefined && owner !== run.owner)
    return { reason: "session", message: text("Somebody else has signed in.") };
  const fault = freshness && shootsError(freshness);
  return fault === undefined ? undefined : { reason: "garden", message: fault };
}

/** Why Shoots are not watched, even if they never were. Other missing collections do not pause a run. */
function shootsError(freshness: Freshness): string | undefined {
  if (freshness.state === "stale") return freshness.reason;
  return freshness.parts?.find(({ part }) => part === "Shoots")?.reason;
}
