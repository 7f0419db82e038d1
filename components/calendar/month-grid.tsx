// biome-ignore-all lint/a11y/useSemanticElements: the date grid of the ARIA authoring practices; the cells of a native table take no focus.

import { clsx } from "clsx";
import { useRef } from "react";
import { hueBorderClasses, hueTextClasses, hueTintClasses } from "#components/ui/hue-classes.ts";
import { useRovingFocus } from "#components/ui/state/use-roving-focus.ts";
import { message, text } from "#lib/language/text.ts";
import type { DayEntry, DayKey } from "#lib/view/calendar/calendar-days.ts";
import { dayReachedByKey } from "#lib/view/calendar/day-movement.ts";
import { dayLabel, entryChipLabel, entryLabel } from "#lib/view/calendar/entry-labels.ts";
import { formatFullMonth, formatShortMonth } from "#lib/words/format-day.ts";
import { CalendarEventIcon } from "./calendar-event-icon.tsx";

const weekdays = [
  { id: 1, short: message("Mon"), long: message("Monday") },
  { id: 2, short: message("Tue"), long: message("Tuesday") },
  { id: 3, short: message("Wed"), long: message("Wednesday") },
  { id: 4, short: message("Thu"), long: message("Thursday") },
  { id: 5, short: message("Fri"), long: message("Friday") },
  { id: 6, short: message("Sat"), long: message("Saturday") },
  { id: 7, short: message("Sun"), long: message("Sunday") },
] as const;
const mostChips = 3;
const none: readonly DayEntry[] = [];

interface MonthGridProps {
  readonly weeks: readonly (readonly DayKey[])[];
  readonly day: DayKey;
  readonly today: DayKey;
  readonly entries: ReadonlyMap<DayKey, readonly DayEntry[]>;
  /** Called with the selected day. `focus` is a keyboard move, which must not push a history entry. */
  readonly onDay: (day: DayKey, how: "choose" | "focus") => void;
}

/** Month as an accessible grid with one tab stop: arrow keys move by day and week, PageUp and PageDown by month. */
export function MonthGrid({ weeks, day, today, entries, onDay }: MonthGridProps) {
  const month = day.slice(0, 7);
  const isWhole = weeks[0]?.includes(`${month}-01`);
  const grid = useRef<HTMLDivElement>(null);
  const { onKeyDown } = useRovingFocus({
    widget: grid,
    attribute: "data-day",
    onStop: (to) => onDay(to, "focus"),
    lead: (_from, { key, shiftKey, ctrlKey }) => (ctrlKey ? undefined : dayReachedByKey(key, day, shiftKey)),
  });

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label={formatFullMonth(month)}
      onKeyDown={onKeyDown}
      className="min-w-0 overflow-hidden rounded-card border border-hairline"
    >
      <div
        role="row"
        tabIndex={-1}
        className="grid grid-cols-[repeat(7,minmax(0,1fr))] border-b border-hairline bg-surface"
      >
        {weekdays.map(({ id, short, long }) => (
          <div
            key={id}
            role="columnheader"
            tabIndex={-1}
            aria-label={text(long)}
            className="px-2 py-1.5 text-xs font-medium text-secondary"
          >
            {text(short)}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div
          key={week[0]}
          role="row"
          tabIndex={-1}
          className="grid grid-cols-[repeat(7,minmax(0,1fr))] border-hairline not-last:border-b"
        >
          {week.map((each) => (
            <DayCell
              key={each}
              day={each}
              entries={entries.get(each) ?? none}
              selected={each === day}
              today={each === today}
              outside={isWhole === true && !each.startsWith(month)}
              onChoose={() => onDay(each, "choose")}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface DayCellProps {
  readonly day: DayKey;
  readonly entries: readonly DayEntry[];
  readonly selected: boolean;
  readonly today: boolean;
  readonly outside: boolean;
  readonly onChoose: () => void;
}

function DayCell({ day, entries, selected, today, outside, onChoose }: DayCellProps) {
  const shown = entries.length > mostChips + 1 ? entries.slice(0, mostChips) : entries;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells
    <div
      data-day={day}
      role="gridcell"
      tabIndex={selected ? 0 : -1}
      aria-selected={selected}
      aria-current={today ? "date" : undefined}
      onClick={onChoose}
      onFocus={selected ? undefined : onChoose}
      className={clsx(
        "focus-inset relative min-h-18 min-w-0 cursor-pointer border-r border-hairline p-1 transition-colors md:px-0.5 last:border-r-0 hover:bg-hover max-md:h-14 max-md:min-h-0",
        outside ? "bg-surface" : "bg-canvas",
        selected && "shadow-[inset_0_0_0_2px_var(--focus)]",
      )}
    >
      <span className="sr-only">
        {today ? text("Today, {label}", { label: dayLabel(day, entries) }) : dayLabel(day, entries)}
      </span>
      <span
        aria-hidden
        className={clsx(
          "inline-grid h-6 min-w-6 place-items-center rounded-tag px-1 text-sm tabular-nums",
          today ? "bg-primary font-semibold text-on-primary" : outside ? "text-tertiary" : "text-secondary",
        )}
      >
        {day.endsWith("-01")
          ? text("{day} {month}", { day: "1", month: formatShortMonth(Date.parse(day)) })
          : Number(day.slice(8))}
      </span>
      <ul aria-hidden className="mt-1 flex flex-col gap-0.5 max-md:hidden">
        {shown.map((entry) => (
          <li
            key={`${entry.layer} ${entry.title}`}
            title={entryLabel(entry)}
            className={clsx(
              "rounded-tag border px-0.5 py-px text-xs [&_svg]:mr-0.5 [&_svg]:inline-block [&_svg]:size-3 [&_svg]:align-[-0.125rem]",
              hueTintClasses[entry.hue],
              hueTextClasses[entry.hue],
              hueBorderClasses[entry.hue],
            )}
          >
            <CalendarEventIcon entry={entry} />
            <span className="break-words">{entryChipLabel(entry)}</span>
          </li>
        ))}
        {shown.length < entries.length && (
          <li className="px-1 text-xs text-secondary">
            {text("+{count} more", { count: entries.length - shown.length })}
          </li>
        )}
      </ul>
      {entries.length > 0 && (
        <span aria-hidden className="mt-0.5 block text-xs text-secondary tabular-nums md:hidden">
          {entries.length}
        </span>
      )}
    </div>
  );
}
