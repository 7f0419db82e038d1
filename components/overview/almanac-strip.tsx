import { clsx } from "clsx";
import { OctagonX } from "lucide-react";
import { memo, useMemo } from "react";
import { Link } from "#components/ui/address/link.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import type { CalendarEvent } from "#lib/view/calendar/calendar-event.ts";
import { listBehind } from "#lib/view/forecast/risk-histogram.ts";
import { type AlmanacWeek, almanacOf, calendarBehind } from "#lib/view/overview/almanac-weeks.ts";
import { utcClock, wallTime } from "#lib/words/clock.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatEndDate } from "#lib/words/version-end.ts";

interface AlmanacStripProps {
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
  /** Version ends; undefined while the profiles, which have the dates, are loading. */
  readonly ends: readonly CalendarEvent[] | undefined;
}

/** Strip of the next twelve weeks: forced changes and version ends. Every number links to its clusters. */
export const AlmanacStrip = memo(function AlmanacStrip({ rows, query, now, ends }: AlmanacStripProps) {
  const { overdue, weeks } = useMemo(() => almanacOf(rows, { now, ends }), [rows, now, ends]);
  const most = Math.max(1, ...weeks.map(({ forced }) => forced));
  return (
    <section
      aria-labelledby="almanac-title"
      className="shrink-0 overflow-hidden rounded-card border border-hairline bg-canvas"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-3 pb-2">
        <h2 id="almanac-title" className="text-base font-semibold">
          {text("Next twelve weeks")}
        </h2>
        <p className="text-sm text-secondary">
          {overdue > 0 && (
            <>
              <Link
                href={listBehind(query, { time: "overdue" })}
                prefetch={false}
                className="font-medium text-negative-text underline underline-offset-2"
              >
                {text("{clusters, plural, one {# cluster} other {# clusters}} overdue", { clusters: overdue })}
              </Link>
              {" · "}
            </>
          )}
          {text("Clusters by the week of their first forced change")}
        </p>
      </header>
      <ol className="grid grid-cols-4 gap-px border-t border-hairline bg-hairline sm:grid-cols-6 xl:grid-cols-12">
        {weeks.map((week, place) => (
          <WeekCell key={week.time} week={week} place={place} most={most} query={query} />
        ))}
      </ol>
    </section>
  );
});

interface WeekCellProps {
  readonly week: AlmanacWeek;
  readonly place: number;
  /** Largest number of clusters in any week. */
  readonly most: number;
  readonly query: FleetQuery;
}

function WeekCell({ week: { fromAt, time, forced, ends }, place, most, query }: WeekCellProps) {
  const { day = "", month = "" } = wallTime(fromAt, utcClock) ?? {};
  const monday = place === 0 ? text("This week") : text("{day} {month}", { day, month });
  const label =
    place === 0
      ? text("This week: {forced, plural, one {# cluster} other {# clusters}} forced", { forced })
      : text("Week from {monday}: {forced, plural, one {# cluster} other {# clusters}} forced", { monday, forced });
  return (
    <li className="flex min-w-0 flex-col bg-canvas">
      <Link
        href={listBehind(query, { time })}
        prefetch={false}
        title={label}
        className="focus-inset flex flex-col gap-1 px-2 pt-2 pb-1 hover:bg-hover"
      >
        <span className={clsx("truncate text-xs", place === 0 ? "font-medium text-ink" : "text-secondary")}>
          {monday}
        </span>
        <span
          className={clsx("text-md leading-6 font-semibold tabular-nums", forced === 0 && "font-normal text-tertiary")}
        >
          {forced === 0 ? <span aria-hidden>–</span> : formatNumber(forced)}
          <span className="sr-only"> {forced === 0 ? text("none forced") : text("forced")}</span>
        </span>
        <span aria-hidden className="h-1.5 rounded-tag bg-surface">
          <span
            className="block h-full rounded-tag bg-caution-solid forced-color-adjust-none"
            style={{ width: `${(forced / most) * 100}%`, minWidth: forced === 0 ? 0 : 3 }}
          />
        </span>
      </Link>
      <Ends ends={ends} query={query} />
    </li>
  );
}

/** First version that ends in the week, and the number of others. */
function Ends({ ends, query }: { readonly ends: readonly CalendarEvent[] | undefined; readonly query: FleetQuery }) {
  const [first] = ends ?? [];
  if (first === undefined) return <span className="h-6" />;
  const all = (ends ?? []).map(({ title, at }) => `${title} ${formatEndDate(at)}`).join("\n");
  return (
    <Link
      href={calendarBehind(query, first)}
      prefetch={false}
      title={all}
      className="focus-inset flex h-6 items-center gap-1 px-2 text-xs text-secondary hover:bg-hover hover:text-ink"
    >
      {/* Hidden on small screens with twelve weeks side by side: the version needs the space. */}
      <OctagonX aria-hidden className="hidden size-3 shrink-0 sm:max-xl:block min-[90rem]:block" />
      <span className="sr-only">{text("Ends:")} </span>
      <span className="truncate">{first.short}</span>
      {(ends ?? []).length > 1 && <span className="shrink-0">+{(ends ?? []).length - 1}</span>}
    </Link>
  );
}
