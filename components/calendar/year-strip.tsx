import { clsx } from "clsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";
import { addMonths } from "#lib/view/calendar/calendar-days.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatFullMonth } from "#lib/words/format-day.ts";

interface YearStripProps {
  /** The selected month, such as `2026-11`. */
  readonly month: string;
  /** The first of the twelve months. */
  readonly from: string;
  /** Number of events per month; undefined while the events are loading. */
  readonly counts: ReadonlyMap<string, number> | undefined;
  readonly onMonth: (month: string) => void;
}

const heat = [
  "bg-canvas text-tertiary",
  "bg-(--heat-1) text-(--on-heat-low)",
  "bg-(--heat-2) text-(--on-heat-low)",
  "bg-(--heat-3) text-(--on-heat-low)",
  "bg-(--heat-4) text-(--on-heat-low)",
  "bg-(--heat-5) text-(--on-heat-high)",
];

function heatOf(count: number, most: number): string {
  const step = count === 0 ? 0 : Math.max(1, Math.ceil((count / Math.max(1, most)) * (heat.length - 1)));
  return heat[step] ?? "";
}

/** Twelve months as buttons, with the number of events in each as text and as shade. */
export function YearStrip({ month, from, counts, onMonth }: YearStripProps) {
  const months = Array.from({ length: 12 }, (_, place) => addMonths(`${from}-01`, place).slice(0, 7));
  const most = Math.max(...months.map((each) => counts?.get(each) ?? 0));
  return (
    <nav aria-label={text("Months")}>
      <ul className="scrollbar-thin relative grid auto-cols-[minmax(4rem,1fr)] grid-flow-col gap-1 overflow-x-auto p-0.5">
        {months.map((each) => {
          const count = counts?.get(each) ?? 0;
          return (
            <li key={each}>
              <button
                type="button"
                aria-current={each === month ? "true" : undefined}
                onClick={() => onMonth(each)}
                className={clsx(
                  "flex w-full flex-col items-start rounded-control border border-hairline px-2 py-1 text-left tabular-nums hover:border-control aria-[current=true]:outline-2 aria-[current=true]:outline-offset-1 aria-[current=true]:outline-focus",
                  heatOf(count, most),
                )}
              >
                <span className="text-xs">{shortMonth(each)}</span>
                {counts === undefined ? (
                  <>
                    <Skeleton className="my-0.5 h-3.5 w-5" />
                    <span className="sr-only">{formatFullMonth(each)}</span>
                  </>
                ) : (
                  <span className="text-sm font-semibold">
                    {count === 0 ? "–" : formatNumber(count)}
                    <span className="sr-only">
                      {" "}
                      {text("dated {events, plural, one {event} other {events}} in {month}", {
                        events: count,
                        month: formatFullMonth(each),
                      })}
                    </span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Formats a month as `Nov`, but January with its year, as `Jan ’27`. */
function shortMonth(month: string): string {
  const [name = "", year = ""] = formatFullMonth(month).split(" ");
  return month.endsWith("-01") ? `${name.slice(0, 3)} ’${year.slice(2)}` : name.slice(0, 3);
}
