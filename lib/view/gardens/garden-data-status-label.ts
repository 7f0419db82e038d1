import type { GardenDataStatus } from "#lib/contract/gardens.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatClockTime } from "#lib/words/format-time.ts";
import type { StatusHue } from "#lib/words/version-stage.ts";

interface StatusLabels {
  readonly text: string;
  readonly role: StatusHue;
}

/** Returns a label for how current a garden's data are: `Last known 14:02`. */
export function gardenDataStatusLabel(standing: GardenDataStatus, clock: DisplayClock): StatusLabels {
  switch (standing.state) {
    case "live":
      return { text: text("Live"), role: "positive" };
    case "stale": {
      const since = parseInstant(standing.since);
      const when = since === undefined ? standing.since : formatClockTime(since, clock);
      return { text: text("Last known {when}", { when }), role: "negative" };
    }
    case "starting":
      return { text: text("Connecting"), role: "neutral" };
    case "away":
      return { text: text("Not answering"), role: "negative" };
  }
}
