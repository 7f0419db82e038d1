"use client";

import { CalendarPlus, CalendarX2, ChevronLeft, ChevronRight } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { Suspense, useMemo } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { ExportList } from "#components/data/export/export-list.tsx";
import { FilterChips } from "#components/data/fleet-parts/filter-chips.tsx";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { ViewsButton } from "#components/data/views/views-button.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { CopyLink } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Segments } from "#components/ui/form/segments.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useMediaQuery } from "#components/ui/state/use-media-query.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import {
  addMonths,
  calendarDayOf,
  type DayEntry,
  type DayKey,
  weeksOnScreen,
} from "#lib/view/calendar/calendar-days.ts";
import {
  type CalendarQuery,
  feedQueryOf,
  formatCalendarQuery,
  parseCalendarQuery,
} from "#lib/view/calendar/calendar-query.ts";
import { entryLabel } from "#lib/view/calendar/entry-labels.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatFullDay, formatFullMonth } from "#lib/words/format-day.ts";
import { DayEventList } from "./day-event-list.tsx";
import { EventKindCheckboxes, UnusedVersionsCheckbox } from "./event-kind-checkboxes.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { useCalendarEvents } from "./use-calendar-events.ts";
import { YearStrip } from "./year-strip.tsx";

// Loaded on demand: freeze periods are shown beside the events, and most gardens have none.
const CalendarFreezes = lazyComponent(async () => (await import("./calendar-freezes.tsx")).CalendarFreezes);

const none: readonly DayEntry[] = [];

/** First of the strip's twelve months: the current one if within a year of the shown one, else that year's January. */
function yearFrom(month: string, today: DayKey): string {
  const first = today.slice(0, 7);
  const last = addMonths(`${first}-01`, 11).slice(0, 7);
  return month >= first && month <= last ? first : `${month.slice(0, 4)}-01`;
}

/** Calendar page: version expirations, classification changes and forced updates by day, in the selected time zone. */
export function CalendarPageContent() {
  // The server does not know the user's time zone: a calendar rendered there could show the wrong day.
  return useNow(minuteMs) === 0 ? <CalendarSkeleton /> : <Calendar />;
}

function CalendarSkeleton() {
  return (
    <div className="flex flex-col gap-4 px-4 py-4 sm:px-6">
      <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Calendar")}</h1>
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-[36rem] w-full" />
    </div>
  );
}

function Calendar() {
  const { query, change } = useCalendarQuery();
  const clock = useDisplayClock();
  const now = useNow(minuteMs);
  const narrow = useMediaQuery("(max-width: 767px)");
  const today = calendarDayOf(now, clock);
  const month = query.day?.slice(0, 7) ?? query.month ?? today.slice(0, 7);
  const first = yearFrom(month, today);
  const range = {
    from: Date.parse(`${first}-01T00:00:00Z`) - 7 * dayMs,
    to: Date.parse(`${addMonths(`${first}-01`, 12)}T00:00:00Z`) + 7 * dayMs,
  };
  const { byDay, loading, missing } = useCalendarEvents({ query, clock, range });
  const counts = useMemo(() => countsByMonth(byDay), [byDay]);
  const day = query.day ?? firstOf(month, today, byDay);
  const view = query.view ?? (narrow ? "agenda" : "month");
  const goTo = (next: DayKey, how: "push" | "replace" = "push") => change({ ...query, day: next }, how);
  useShortcut("t", () => goTo(today));
  const choose = (chosen: Pick<CalendarQuery, "layers" | "unused">) => change({ ...query, ...chosen });
  const open = (wanted: string) => change({ ...query, day: undefined, month: wanted });

  const weeks = weeksOnScreen(month, today, day);
  const begins = weeks[0]?.[0] ?? "";
  // If the grid begins with the current week, the day list has all days of the grid, otherwise those of the month.
  const isShortened = begins > `${month}-01`;
  const ends = weeks.at(-1)?.at(-1) ?? "";
  const days = [...byDay].filter(([each]) => (isShortened ? each >= begins && each <= ends : each.startsWith(month)));
  const subscription = feedQueryOf(query);
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Calendar")}</h1>
        <div className="flex flex-wrap items-center gap-2">
          <ViewsButton />
          <CopyLink />
          <Link href={`/feeds${subscription}`} className={buttonVariants({ variant: "primary" })}>
            <CalendarPlus aria-hidden />
            {text("Subscribe")}
          </Link>
        </div>
      </div>
      <EventKindCheckboxes query={query} onChange={choose} folded={narrow} />
      <FilterChips query={query.fleet} onChange={(fleet) => change({ ...query, fleet })} />
      {missing.map((sentence) => (
        <Notice key={sentence} hue="caution" title={sentence} />
      ))}
      <YearStrip month={month} from={first} counts={loading ? undefined : counts} onMonth={open} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="icon"
          aria-label={text("Previous month")}
          onClick={() => open(addMonths(`${month}-01`, -1).slice(0, 7))}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <Button
          size="icon"
          aria-label={text("Next month")}
          onClick={() => open(addMonths(`${month}-01`, 1).slice(0, 7))}
        >
          <ChevronRight aria-hidden />
        </Button>
        <h2 aria-live="polite" className="mr-auto ml-1 text-md font-semibold">
          {formatFullMonth(month)}
        </h2>
        {isShortened && (
          <Button variant="ghost" onClick={() => goTo(`${month}-01`)}>
            {text("Earlier this month")}
          </Button>
        )}
        {!narrow && <UnusedVersionsCheckbox query={query} onChange={choose} />}
        <Button onClick={() => goTo(today)}>{text("Today")}</Button>
        {!loading && days.length > 0 && (
          <ExportList
            list={{
              count: days.reduce(
                (sum, [, held]) => sum + held.reduce((all, { events: each }) => all + each.length, 0),
                0,
              ),
              counted: (count) => text("{count, plural, one {# event} other {# events}}", { count }),
              make: async () =>
                (await import("#lib/view/export/export-calendar-events.ts")).exportCalendarEvents(days, {
                  filter: formatCalendarQuery({ ...query, month }),
                  now: Date.now(),
                }),
            }}
          />
        )}
        <Segments
          label={text("View")}
          value={view}
          options={[
            { value: "month", label: text("Month") },
            { value: "agenda", label: text("Agenda") },
          ]}
          onChange={(each) => change({ ...query, view: each })}
        />
      </div>
      <Suspense>
        <CalendarFreezes
          range={{ first: begins, last: ends }}
          byDay={byDay}
          layers={query.layers}
          clock={clock}
          fleet={query.fleet}
        />
      </Suspense>
      {loading ? (
        <Skeleton className="h-[36rem] w-full" />
      ) : view === "agenda" ? (
        <>
          {days.length > 0 && <Agenda days={days} today={today} clock={clock} fleet={query.fleet} />}
          {days.length === 0 && <NothingDated month={month} byDay={byDay} />}
        </>
      ) : (
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_19rem]">
          <MonthGrid
            weeks={weeks}
            day={day}
            today={today}
            entries={byDay}
            onDay={(next, how) => goTo(next, how === "focus" ? "replace" : "push")}
          />
          <section
            aria-labelledby="chosen-day"
            aria-live="polite"
            className="rounded-card border border-hairline bg-canvas xl:sticky xl:top-0"
          >
            <h3 id="chosen-day" className="border-b border-hairline px-4 py-2 text-base font-semibold">
              {formatFullDay(day)}
            </h3>
            <div className="px-4 py-3">
              {byDay.has(day) ? (
                <DayEventList entries={byDay.get(day) ?? none} clock={clock} fleet={query.fleet} folded />
              ) : (
                <p className="text-base text-secondary">{text("Nothing dated on this day.")}</p>
              )}
            </div>
          </section>
          {days.length === 0 && <NothingDated month={month} byDay={byDay} />}
        </div>
      )}
      <footer className="border-t border-hairline pt-3 text-xs text-pretty text-secondary">
        {text(
          "Versions end on dates of UTC. Forced updates are forecasts: they assume that profiles and clusters stay as they are. Gardener reports no date for certificate authorities.",
        )}
      </footer>
    </div>
  );
}

/** Returns the day that gets the focus first in a month: today, or the first day with events. */
function firstOf(month: string, today: DayKey, byDay: ReadonlyMap<DayKey, readonly DayEntry[]>): DayKey {
  if (today.startsWith(month)) return today;
  return [...byDay.keys()].find((each) => each.startsWith(month)) ?? `${month}-01`;
}

function countsByMonth(byDay: ReadonlyMap<DayKey, readonly DayEntry[]>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [day, entries] of byDay) {
    const month = day.slice(0, 7);
    counts.set(month, (counts.get(month) ?? 0) + entries.length);
  }
  return counts;
}

interface NothingDatedProps {
  readonly month: string;
  readonly byDay: ReadonlyMap<DayKey, readonly DayEntry[]>;
}

/** Empty state of a month without events, naming the next event. */
function NothingDated({ month, byDay }: NothingDatedProps) {
  const next = [...byDay].find(([day]) => day > `${month}-31`);
  const [entry] = next?.[1] ?? [];
  return (
    <EmptyState
      icon={<CalendarX2 />}
      title={text("Nothing dated in {month}", { month: formatFullMonth(month) })}
      heading="h2"
    >
      {next === undefined || entry === undefined
        ? text("No later event in this calendar.")
        : text("Next: {entry}, on {day}.", { entry: entryLabel(entry), day: formatFullDay(next[0]) })}
    </EmptyState>
  );
}

interface AgendaProps {
  readonly days: readonly (readonly [day: DayKey, entries: readonly DayEntry[]])[];
  readonly today: DayKey;
  readonly clock: DisplayClock;
  /** Query that selects the clusters of the calendar. */
  readonly fleet: FleetQuery;
}

/** List of the days and their events, as a text alternative to the grid. */
function Agenda({ days, today, clock, fleet }: AgendaProps) {
  return (
    <ol className="flex flex-col gap-4">
      {days.map(([day, entries]) => (
        <li key={day}>
          <section aria-labelledby={`day-${day}`} className="rounded-card border border-hairline bg-canvas">
            <h3 id={`day-${day}`} className="border-b border-hairline px-4 py-2 text-base font-semibold">
              {formatFullDay(day)}
              {day === today && <span className="ml-2 font-normal text-link">{text("today")}</span>}
            </h3>
            <div className="px-4 py-3">
              <DayEventList entries={entries} clock={clock} fleet={fleet} />
            </div>
          </section>
        </li>
      ))}
    </ol>
  );
}

/** Returns the calendar's query and its setter. Choosing a day pushes a history entry; moving the focus replaces it. */
function useCalendarQuery() {
  const text = useSearchParams().toString();
  return useMemo(() => {
    const query = parseCalendarQuery(new URLSearchParams(text));
    return {
      query,
      change(next: CalendarQuery, how: "push" | "replace" = "push") {
        const address = `${window.location.pathname}${formatCalendarQuery(next)}`;
        if (how === "push") window.history.pushState(null, "", address);
        else window.history.replaceState(null, "", address);
      },
    };
  }, [text]);
}
