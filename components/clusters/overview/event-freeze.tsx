import { useQuery } from "@tanstack/react-query";
import { freezesQuery, knownFreezesOf } from "#components/data/queries/freeze-queries.ts";
import { Tag } from "#components/ui/tag.tsx";
import { text } from "#lib/language/text.ts";
import type { DatedStep, FreezeOfStep } from "#lib/policy/freeze/freeze-overlap.ts";
import type { TimeLineEvent } from "#lib/view/cluster/time-line/time-line-event.ts";
import { freezeOfRowStep } from "#lib/view/freeze/freeze-of-row.ts";
import { forecastRows } from "#lib/view/upcoming-versions/forecast-rows.ts";
import {
  describeFreezeOfStep,
  freezeLimitDescription,
  freezeOfStepLabel,
  unreadFreezesDescriptions,
} from "#lib/words/freeze/freeze-descriptions.ts";
import type { TimeLine } from "./use-time-line.ts";

interface EventFreezeProps extends Pick<TimeLine, "row" | "outlook" | "now" | "clock"> {
  readonly event: TimeLineEvent;
}

/** Tag on an update that falls into a freeze of the project, or can. */
export function EventFreezeTag(props: EventFreezeProps) {
  const { freeze } = useEventFreeze(props);
  if (freeze === undefined) return null;
  return <Tag hue={freeze.overlap === "inside" ? "caution" : "neutral"}>{freezeOfStepLabel(freeze)}</Tag>;
}

/** Sentences about that freeze and what can be done, and about freezes that could not be read. */
export function EventFreezeDetails(props: EventFreezeProps) {
  const { freeze, unread } = useEventFreeze(props);
  const sentences = [
    ...(freeze ? [...describeFreezeOfStep(freeze, props.clock), text(freezeLimitDescription)] : []),
    ...unread,
  ];
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}

interface EventFreeze {
  readonly freeze: FreezeOfStep | undefined;
  readonly unread: readonly string[];
}

function useEventFreeze({ event, row, outlook, now }: EventFreezeProps): EventFreeze {
  const freezes = knownFreezesOf(row.project, useQuery(freezesQuery(row.project)));
  const step = stepOf(event, { row, outlook });
  if (freezes === undefined) return { freeze: undefined, unread: [] };
  return {
    freeze: step && freezeOfRowStep(row, step, { freezes, now }),
    unread: unreadFreezesDescriptions(freezes),
  };
}

/** The step of the forecast that an event is about; of the summary in the row where the forecast is not read. */
function stepOf(
  { key }: TimeLineEvent,
  { row, outlook }: Pick<EventFreezeProps, "row" | "outlook">,
): DatedStep | undefined {
  if (outlook === undefined) return row.forecast?.forced.find(({ lane, from, to }) => `${lane} ${from} ${to}` === key);
  const found = forecastRows(outlook).find((each) => each.key === key);
  return found?.kind === "hop" ? found.hop : undefined;
}
