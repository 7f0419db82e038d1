import type { FleetFreshness } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import type { BulkRun, PauseReason } from "./bulk-run.ts";

interface RunEnvironment {
  /** Name of the user who is signed in now, if known. */
  readonly owner: string | undefined;
  readonly freshness: FleetFreshness | undefined;
}

/** Why a bulk run has to pause: its owner is no longer signed in, or the garden is no longer watched. */
export function automaticPauseOf(
  run: BulkRun,
  { owner, freshness }: RunEnvironment,
): { readonly reason: PauseReason; readonly message: string } | undefined {
  if (run.status !== "running") return undefined;
  if (owner !== undefined && owner !== run.owner)
    return { reason: "session", message: text("Somebody else has signed in.") };
  const fault = freshness && shootsError(freshness);
  return fault === undefined ? undefined : { reason: "garden", message: fault };
}

/** Returns why the Shoots of the garden are not watched. Other collections that are not watched do not pause a run. */
function shootsError(freshness: FleetFreshness): string | undefined {
  if (freshness.state === "stale") return freshness.reason;
  return freshness.parts?.find(({ part }) => part === "Shoots")?.reason;
}
