import { useQuery } from "@tanstack/react-query";
import { freezesQuery } from "#components/data/queries/freeze-queries.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { freezeOfNextForcedStep } from "#lib/view/freeze/freeze-of-row.ts";
import { describeFreezeOfStep, freezeOfStepLabel } from "#lib/words/freeze/freeze-descriptions.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";

interface AheadFreezeTagProps {
  readonly row: FleetRow;
  readonly speech: TimeContext;
}

/** Tag on the forced update in a cluster's sentence, if it falls into a freeze of the project, or can. */
export function AheadFreezeTag({ row, speech: { clock, now } }: AheadFreezeTagProps) {
  const { data } = useQuery(freezesQuery(row.project));
  const freeze = data && freezeOfNextForcedStep(row, { freezes: data, now });
  if (freeze === undefined) return null;
  return (
    <>
      {" "}
      <span title={describeFreezeOfStep(freeze, clock).join(" ")}>
        <Tag hue={freeze.overlap === "inside" ? "caution" : "neutral"}>{freezeOfStepLabel(freeze)}</Tag>
      </span>
    </>
  );
}
