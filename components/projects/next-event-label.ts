import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";
import type { NextEvent } from "./project-numbers.ts";

/** Says when a cluster is changed or gets stuck: the earliest day, or that the reason holds already. */
export function nextEventLabel({ at, overdue, isDeadEnd }: NextEvent, clock: DisplayClock): string {
  if (overdue) return isDeadEnd ? text("stuck now") : text("overdue");
  const date = formatDate(at, clock);
  return isDeadEnd ? text("stuck from {date}", { date }) : date;
}
