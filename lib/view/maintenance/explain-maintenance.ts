import type { LastMaintenance } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import {
  describedEntries,
  failedEntries,
  readMaintenanceDescription,
} from "#lib/policy/summary/maintenance-description.ts";

/** Explanation of the last maintenance: the meaning of its state, and a line for each change. */
export interface ExplainedMaintenance {
  readonly state: "succeeded" | "partly" | "refused" | "failed" | "running" | "unrecognised";
  /** Meaning of the state for the cluster, as a sentence. */
  readonly meaning: string;
  readonly done: readonly string[];
  readonly failures: readonly string[];
}

function failed(last: LastMaintenance): ExplainedMaintenance {
  const { failures, refused, counted } = readMaintenanceDescription(last);
  if (refused) {
    return {
      state: "refused",
      meaning: text(
        "The garden refused the whole run in its dry run. Nothing was changed. The next window tries again.",
      ),
      done: [],
      failures,
    };
  }
  const some = counted !== undefined && counted.successful > 0;
  return {
    state: some ? "partly" : "failed",
    meaning: some
      ? text(
          "{successful} of {total} things went well and were done; the others were not, and the next window tries them again.",
          { successful: String(counted.successful), total: String(counted.total) },
        )
      : text("What it tried was not done. The next window tries again."),
    done: describedEntries(last.description ?? ""),
    failures,
  };
}

/** Explains `status.lastMaintenance` of a Shoot; its texts are split but not changed. */
export function explainMaintenance(last: LastMaintenance): ExplainedMaintenance {
  const entries = { done: describedEntries(last.description ?? ""), failures: failedEntries(last.failureReason) };
  switch (last.state) {
    case "Succeeded":
      return { ...entries, state: "succeeded", meaning: text("Changes accepted. See Last operation for the outcome.") };
    case "Failed":
      return failed(last);
    case "Processing":
      return { ...entries, state: "running", meaning: text("Gardener is applying it now.") };
    default:
      return {
        ...entries,
        state: "unrecognised",
        meaning: last.state
          ? text("Gardener reports the state {state}, which Almanac does not know.", { state: last.state })
          : text("Gardener does not say how it went."),
      };
  }
}
