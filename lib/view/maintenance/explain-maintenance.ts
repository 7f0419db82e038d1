import type { LastMaintenance } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";

/** Explanation of the last maintenance: the meaning of its state, and a line for each change. */
export interface ExplainedMaintenance {
  readonly state: "succeeded" | "partly" | "refused" | "failed" | "running" | "unrecognised";
  /** Meaning of the state for the cluster, as a sentence. */
  readonly meaning: string;
  readonly done: readonly string[];
  readonly failures: readonly string[];
}

const refusedHead = "Updates to the Shoot failed to be applied:";
const allWentWell = "All maintenance operations successful.";
const partly = /^\((\d+)\/(\d+)\) maintenance operations successful\.\s*/;
/** Start of an entry in a maintenance description. Gardener joins entries with commas, which entries also contain. */
const entryStart = /, (?=Control Plane|Worker pool |Credentials "|Added "|spec\.|Machine image )/;

function entriesOf(written: string | null | undefined): readonly string[] {
  return (written ?? "")
    .split(entryStart)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function doneOf(description: string): readonly string[] {
  if (description.startsWith(allWentWell)) return entriesOf(description.slice(allWentWell.length));
  if (partly.test(description)) return entriesOf(description.replace(partly, ""));
  // A description without these entries is a sentence and is not split.
  return description === "" ? [] : [description];
}

function failed({ description = "", failureReason }: LastMaintenance): ExplainedMaintenance {
  if (failureReason?.startsWith(refusedHead)) {
    return {
      state: "refused",
      meaning: text(
        "The garden refused the whole run in its dry run. Nothing was changed. The next window tries again.",
      ),
      done: [],
      failures: [failureReason.slice(refusedHead.length).trim()],
    };
  }
  const [, successful, total] = partly.exec(description) ?? [];
  const some = successful !== undefined && total !== undefined && Number(successful) > 0;
  return {
    state: some ? "partly" : "failed",
    meaning: some
      ? text(
          "{successful} of {total} things went well and were done; the others were not, and the next window tries them again.",
          { successful, total },
        )
      : text("What it tried was not done. The next window tries again."),
    done: doneOf(description),
    failures: entriesOf(failureReason),
  };
}

/** Explains `status.lastMaintenance` of a Shoot; its texts are split but not changed. */
export function explainMaintenance(last: LastMaintenance): ExplainedMaintenance {
  const entries = { done: doneOf(last.description ?? ""), failures: entriesOf(last.failureReason) };
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
