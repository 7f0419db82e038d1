"use client";

import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import type { DayEntry, DayKey } from "#lib/view/calendar/calendar-days.ts";
import type { Clock } from "#lib/words/clock.ts";
import { dayWords } from "#lib/words/day-words.ts";
import { DayEntries } from "./day-entries.tsx";

interface AgendaProps {
  readonly days: readonly (readonly [day: DayKey, entries: readonly DayEntry[]])[];
  readonly today: DayKey;
  readonly clock: Clock;
  /** Which clusters the calendar shows. */
  readonly fleet: FleetQuery;
}

/** The same as the grid, day after day in words. */
export function Agenda({ days, today, clock, fleet }: AgendaProps) {
  return (
    <ol className="flex flex-col gap-4">
      {days.map(([day, entries]) => (
        <li key={day}>
          <section aria-labelledby={`day-${day}`} className="rounded-card border border-hairline bg-canvas">
            <h3 id={`day-${day}`} className="border-b border-hairline px-4 py-2 text-base font-semibold">
              {dayWords(day)}
              {day === today && <span className="ml-2 font-normal text-link">{text("today")}</span>}
            </h3>
            <div className="px-4 py-3">
              <DayEntries entries={entries} clock={clock} fleet={fleet} />
            </div>
          </section>
        </li>
      ))}
    </ol>
  );
}
