import { useQuery } from "@tanstack/react-query";
import { useNow } from "#components/ui/state/use-now.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { failedMaintenanceNote } from "#lib/view/forecast/failed-maintenance-note.ts";
import { freezeOfFirstForcedStep } from "#lib/view/freeze/freeze-of-row.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { describeFreezeOfStep, freezeOfStepLabel } from "#lib/words/freeze/freeze-descriptions.ts";
import { freezesOfLinesQuery } from "../queries/freeze-queries.ts";

interface ForcedChangeTagsProps {
  readonly row: FleetRow;
  /** Earliest time of the change, in epoch milliseconds. */
  readonly at: number;
  readonly clock: DisplayClock;
}

/**
 * Tags on the first forced change of a cluster: that it falls into a freeze of its project, or can, with what can be done;
 * and that the last maintenance failed.
 */
export function ForcedChangeTags({ row, at, clock }: ForcedChangeTagsProps) {
  const { data } = useQuery(freezesOfLinesQuery());
  const now = useNow(60_000);
  const freeze = data && now > 0 ? freezeOfFirstForcedStep(row, { freezes: data, now }) : undefined;
  const failure = failedMaintenanceNote(row, at, { clock, now });
  return (
    <>
      {freeze !== undefined && (
        <span title={describeFreezeOfStep(freeze, clock).join(" ")} className="min-w-0 truncate">
          <Tag hue={freeze.overlap === "inside" ? "caution" : "neutral"}>{freezeOfStepLabel(freeze)}</Tag>
        </span>
      )}
      {failure !== undefined && (
        <span title={failure}>
          <Tag hue="negative">
            <span className="sr-only">{text("last maintenance")} </span>
            {text("failed")}
          </Tag>
        </span>
      )}
    </>
  );
}
