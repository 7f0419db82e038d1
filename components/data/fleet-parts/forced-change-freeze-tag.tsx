import { useQuery } from "@tanstack/react-query";
import { useNow } from "#components/ui/state/use-now.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { freezeOfFirstForcedStep } from "#lib/view/freeze/freeze-of-row.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { describeFreezeOfStep, freezeOfStepLabel } from "#lib/words/freeze/freeze-descriptions.ts";
import { freezesOfLinesQuery } from "../queries/freeze-queries.ts";

interface ForcedChangeFreezeTagProps {
  readonly row: FleetRow;
  readonly clock: DisplayClock;
}

/** Tag on the first forced change of a cluster that falls into a freeze of its project, or can, with what can be done. */
export function ForcedChangeFreezeTag({ row, clock }: ForcedChangeFreezeTagProps) {
  const { data } = useQuery(freezesOfLinesQuery());
  const now = useNow(60_000);
  const freeze = data && now > 0 ? freezeOfFirstForcedStep(row, { freezes: data, now }) : undefined;
  if (freeze === undefined) return null;
  return (
    <span title={describeFreezeOfStep(freeze, clock).join(" ")} className="min-w-0 truncate">
      <Tag hue={freeze.overlap === "inside" ? "caution" : "neutral"}>{freezeOfStepLabel(freeze)}</Tag>
    </span>
  );
}
