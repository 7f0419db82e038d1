import type { Freshness } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import type { BulkRun, PauseReason } from "./bulk-run.ts";

interface Surroundings {
  /** Who is signed in here now, where that is known. */
  readonly owner: string | undefined;
  readonly freshness: Freshness | undefined;
}

/** What makes a run pause by itself: its owner is no longer signed in here, or the garden is no longer watched. */
export function interruptionOf(
  run: BulkRun,
  { owner, freshness }: Surroundings,
): { readonly reason: PauseReason; readonly message: string } | undefined {
  if (run.status !== "running") return undefined;
  if (owner !== undefined && owner !== run.owner)
    return { reason: "session", message: text("Somebody else has signed in.") };
  const fault = freshness && shootsFault(freshness);
  return fault === undefined ? undefined : { reason: "garden", message: fault };
}

/** Why the Shoots are not followed, whether or not they ever were; what else is missing holds up no run. */
function shootsFault(freshness: Freshness): string | undefined {
  if (freshness.state === "stale") return freshness.reason;
  return freshness.parts?.find(({ part }) => part === "Shoots")?.reason;
}
