import { clsx } from "clsx";
import { Flag } from "lucide-react";
import { memo, Suspense, useMemo } from "react";
import { forcedChangeFillColors } from "#components/data/fleet-parts/kind-look.ts";
import { Link } from "#components/ui/address/link.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { forcedStepKinds } from "#lib/forecast/forced-events.ts";
import { text } from "#lib/language/text.ts";
import type { CalendarEvent } from "#lib/view/calendar/calendar-event.ts";
import { clusterListPathOfRiskBar, forcedEventKindLabel } from "#lib/view/forecast/risk-histogram.ts";
import { calendarPathOfVersionEnd, type UpcomingWeek, upcomingWeeksOf } from "#lib/view/overview/almanac-weeks.ts";
import { overviewNumbersOf } from "#lib/view/overview/overview-numbers-of.ts";
import { utcClock, wallClockTimeOf } from "#lib/words/clock.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";
import { KeyNumbersList } from "./key-numbers-list.tsx";

/** Loaded after the first paint; its space is reserved, so that nothing moves. */
const UpcomingWeeksChart = lazyComponent(async () => (await import("./upcoming-weeks-chart.tsx")).UpcomingWeeksChart);

interface UpcomingWeeksCardProps {
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
  /** Expirations of versions; undefined while the CloudProfiles are loading. */
  readonly ends: readonly CalendarEvent[] | undefined;
}

/** Key numbers and the next twelve weeks: forced changes, blocked clusters, version ends. Numbers link to clusters. */
export const UpcomingWeeksCard = memo(function UpcomingWeeksCard({ rows, query, now, ends }: UpcomingWeeksCardProps) {
  const upcoming = useMemo(() => upcomingWeeksOf(rows, { now, ends }), [rows, now, ends]);
  const numbers = useMemo(() => overviewNumbersOf(rows, { query, weeks: upcoming }), [rows, query, upcoming]);
  const { weeks } = upcoming;
  return (
    <section
      aria-labelledby="almanac-title"
      className="grid shrink-0 gap-x-6 gap-y-3 rounded-card border border-hairline bg-canvas px-4 py-3 lg:grid-cols-[11rem_minmax(0,1fr)] min-[90rem]:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <KeyNumbersList numbers={numbers} />
      <div className="min-w-0">
        <header className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="almanac-title" className="text-base font-semibold">
            {text("Next twelve weeks")}
          </h2>
          <Legend />
        </header>
        <div className="h-24 sm:h-36">
          <Suspense>
            <UpcomingWeeksChart weeks={weeks} query={query} />
          </Suspense>
        </div>
        <ol className="grid grid-cols-12">
          {weeks.map((week, place) => (
            <WeekCell key={week.time} week={week} isFirst={place === 0} query={query} />
          ))}
        </ol>
      </div>
    </section>
  );
});

function Legend() {
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-secondary">
      {forcedStepKinds.map((kind) => (
        <span key={kind} className="flex items-center gap-1">
          <span
            aria-hidden
            data-graphic
            className="size-2.5 rounded-tag forced-color-adjust-none"
            style={{ background: forcedChangeFillColors[kind] }}
          />
          {forcedEventKindLabel(kind)}
        </span>
      ))}
      <span className="flex items-center gap-1">
        <span
          aria-hidden
          data-graphic
          className="size-2.5 rounded-tag border-[1.5px] border-negative-solid bg-negative-tint forced-color-adjust-none"
        />
        {text("Stuck")}
      </span>
    </p>
  );
}

interface WeekCellProps {
  readonly week: UpcomingWeek;
  readonly isFirst: boolean;
  readonly query: FleetQuery;
}

/** Label of a week below the chart: its date, its numbers as text, and the most used version that expires in it. */
function WeekCell({ week: { fromAt, time, forced, stuck, ends }, isFirst, query }: WeekCellProps) {
  const { day = "", month = "" } = wallClockTimeOf(fromAt, utcClock) ?? {};
  const monday = text("{day} {month}", { day, month });
  const label = isFirst
    ? text("This week: {forced, number} forced, {stuck, number} stuck", { forced, stuck })
    : text("Week from {monday}: {forced, number} forced, {stuck, number} stuck", { monday, forced, stuck });
  return (
    <li className="flex min-w-0 flex-col">
      <Link
        href={clusterListPathOfRiskBar(query, { time })}
        prefetch={false}
        title={label}
        className="focus-inset flex min-h-6 flex-col items-center rounded-tag px-0.5 py-0.5 text-center text-xs hover:bg-hover"
      >
        <span className="sr-only">{label}</span>
        <span aria-hidden className={clsx("w-full truncate", isFirst ? "font-medium text-ink" : "text-secondary")}>
          <span className="max-sm:hidden">{isFirst ? text("This week") : monday}</span>
          <span className="sm:hidden">{day}</span>
        </span>
        <span
          aria-hidden
          className="flex flex-wrap justify-center gap-x-1.5 leading-4 font-medium text-ink tabular-nums max-sm:hidden"
        >
          {forced > 0 && <span>▲ {formatNumber(forced)}</span>}
          {stuck > 0 && <span className="text-negative-text">⊗ {formatNumber(stuck)}</span>}
          {forced + stuck === 0 && <span className="font-normal text-tertiary">–</span>}
        </span>
      </Link>
      <Ends ends={ends} query={query} />
    </li>
  );
}

/** Reserves the lines of an end: image, version, profile with its clusters, and the number of other versions. */
const endsHeightClass = "h-6 sm:h-16 min-[120rem]:h-12";

/** Label of the most used version that expires in a week, and the number of other versions. */
function Ends({ ends, query }: { readonly ends: readonly CalendarEvent[] | undefined; readonly query: FleetQuery }) {
  const [first] = ends ?? [];
  if (first === undefined) return <span className={endsHeightClass} />;
  const others = (ends ?? []).length - 1;
  const [version, image = ""] = first.short.split(" ").reverse();
  const all = (ends ?? [])
    .map(({ title, at, clusters }) =>
      text("{title}, {day}: {clusters, plural, one {# cluster} other {# clusters}}", {
        title,
        day: formatVersionEndDate(at),
        clusters: clusters.length,
      }),
    )
    .join("\n");
  return (
    <Link
      href={calendarPathOfVersionEnd(query, first)}
      prefetch={false}
      title={all}
      className={clsx(
        "focus-inset flex flex-col items-center rounded-tag text-xs leading-4 tracking-tight text-secondary hover:bg-hover hover:text-ink max-sm:justify-center min-[90rem]:tracking-normal",
        endsHeightClass,
      )}
    >
      <span className="sr-only">{all}</span>
      <Flag aria-hidden className="size-3 shrink-0 sm:hidden" />
      {image !== "" && (
        <span aria-hidden className="max-w-full truncate max-sm:hidden">
          {image}
        </span>
      )}
      <span aria-hidden className="max-w-full truncate max-sm:hidden">
        ⚑ {version}
      </span>
      <span aria-hidden className="flex max-w-full flex-wrap justify-center gap-x-1 max-sm:hidden">
        <span className="max-w-full truncate">
          {first.profile} · {formatNumber(first.clusters.length)}
        </span>
        {others > 0 && <span>+{formatNumber(others)}</span>}
      </span>
    </Link>
  );
}
