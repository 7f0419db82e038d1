import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { comparedExpirationsQuery } from "#components/data/queries/versions-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { calendarDayOf } from "#lib/view/calendar/calendar-days.ts";
import {
  type ComparedEnd,
  describeComparedEnd,
  describeEndDifference,
  selectableMonthEnds,
} from "#lib/view/versions/compared-ends.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatVersionEndDate, lastValidInstantOf } from "#lib/words/version-end.ts";

/** Loaded after the first paint; its space is reserved, so that nothing moves. */
const ExpiryChart = lazyComponent(async () => (await import("./expiry-chart.tsx")).ExpiryChart);

interface ExpiryCardProps {
  readonly profile: string;
  /** Name of the machine image; empty for a Kubernetes version. */
  readonly image: string;
  readonly version: string;
  /** All changes of the draft except the expiration date, as a merge patch. */
  readonly patch: Readonly<Record<string, unknown>>;
  /** Expiration dates in the CloudProfile and in the draft, in epoch milliseconds; undefined for none. */
  readonly written: number | undefined;
  readonly chosen: number | undefined;
  readonly now: number;
  /** Maximum number of expiration dates that one request can compare. */
  readonly mostEnds: number;
  /** Called with the chosen expiration date, in epoch milliseconds. */
  readonly onChoose: (endsAt: number | undefined) => void;
}

/** Card to choose a version's expiry: clusters that each date forces to update or blocks, against the present date. */
export function ExpiryCard(props: ExpiryCardProps) {
  const { profile, image, version, patch, written, chosen, now, mostEnds, onChoose } = props;
  const named = { ...(image !== "" && { image }), version };
  const months = selectableMonthEnds(now, mostEnds);
  const dates = [...new Set([chosen, written, ...months])].filter((at) => at !== undefined).slice(0, mostEnds);
  const compared = useQuery({
    ...comparedExpirationsQuery({ profile, spec: patch, ends: { ...named, dates } }),
    enabled: dates.length > 0,
    placeholderData: keepPreviousData,
  });
  const ends = compared.data?.ends.filter(({ at }) => months.includes(at));
  const endOf = (at: number | undefined) => compared.data?.ends.find((end) => end.at === at);
  return (
    <Card
      id="expiry"
      title={
        image === ""
          ? text("End of Kubernetes {version}", { version })
          : text("End of {image} {version}", { image, version })
      }
      aside={<Legend />}
    >
      <div className="grid gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <div className="min-h-40">
            {mostEnds === 0 ? (
              <p className="text-base text-secondary">
                {text(
                  "The profile lists too many versions to compare ends of one. The effect of the chosen day stands below.",
                )}
              </p>
            ) : compared.isError ? (
              <ReadFailureNotice title={text("The ends could not be compared")} of={compared} />
            ) : ends === undefined ? (
              <Skeleton className="h-40" />
            ) : (
              <div className="h-40">
                <Suspense>
                  <ExpiryChart ends={ends} written={written} chosen={chosen} onChoose={onChoose} />
                </Suspense>
              </div>
            )}
          </div>
          <ChosenDate chosen={chosen} now={now} onChoose={onChoose} />
        </div>
        <div className="text-base" aria-live="polite" aria-busy={compared.isFetching}>
          <Decision written={endOf(written)} chosen={endOf(chosen)} writtenAt={written} />
          {chosen !== written && (
            <Button size="sm" className="mt-2" onClick={() => onChoose(written)}>
              {written === undefined
                ? text("Back to no end")
                : text("Back to {day}", { day: formatVersionEndDate(written) })}
            </Button>
          )}
          {ends !== undefined && (
            <details className="mt-3 text-sm">
              <summary className="w-fit cursor-pointer rounded-tag text-secondary hover:text-ink">
                {text("All dates as a table")}
              </summary>
              <EndsTable ends={ends} chosen={chosen} onChoose={onChoose} />
            </details>
          )}
        </div>
      </div>
    </Card>
  );
}

function Legend() {
  return (
    <p className="text-sm text-secondary">
      {text("Clusters forced (above) and stuck (below), by the last day of the version")}
    </p>
  );
}

interface DecisionProps {
  /** Effect of the present expiration date; undefined while it is being computed. */
  readonly written: ComparedEnd | undefined;
  readonly chosen: ComparedEnd | undefined;
  /** Present expiration date; undefined if the version has none. */
  readonly writtenAt: number | undefined;
}

/** Sentences on the effect of the present expiration date, of the chosen one, and on the difference. */
function Decision({ written, chosen, writtenAt }: DecisionProps) {
  return (
    <ul className="flex flex-col gap-1.5">
      <li>
        <span className="block text-sm text-tertiary">{text("In the profile")}</span>
        {writtenAt === undefined
          ? text("No end date")
          : written
            ? describeComparedEnd(written)
            : formatVersionEndDate(writtenAt)}
      </li>
      {chosen && chosen.at !== writtenAt && (
        <li className="font-medium">
          <span className="block text-sm font-normal text-tertiary">{text("Chosen")}</span>
          <span className="block">{describeComparedEnd(chosen)}</span>
          {written && (
            <span className="block font-normal text-secondary">{describeEndDifference(written, chosen)}</span>
          )}
        </li>
      )}
    </ul>
  );
}

/** Number of days ahead that the slider covers. */
const sliderDays = 365;

/** Returns the last second of a day such as `2027-08-31` in UTC; undefined for an incomplete date. */
const lastSecondOfDay = (day: string) => parseInstant(`${day}T23:59:59Z`);

/** Slider and date field for the last day of a version: set when the slider is released or a day ahead is complete. */
function ChosenDate({ chosen, now, onChoose }: Pick<ExpiryCardProps, "chosen" | "now" | "onChoose">) {
  const chosenDay = chosen === undefined ? "" : calendarDayOf(lastValidInstantOf(chosen), utcClock);
  const [seen, setSeen] = useState(chosenDay);
  const [day, setDay] = useState(chosenDay);
  // Another control has chosen a date, so the field shows it.
  if (seen !== chosenDay) {
    setSeen(chosenDay);
    setDay(chosenDay);
  }
  const today = Math.floor(now / dayMs);
  const at = lastSecondOfDay(day);
  const ahead = at === undefined ? sliderDays : Math.min(sliderDays, Math.max(0, Math.floor(at / dayMs) - today));
  const field = useRef<HTMLInputElement>(null);
  // The user has opened this page to change the date, so its field gets the focus.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const take = () => {
    if (day !== chosenDay && at !== undefined) onChoose(at);
  };
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
      <input
        type="range"
        aria-label={text("Last day of the version")}
        aria-valuetext={at === undefined ? text("No end date") : formatVersionEndDate(at)}
        min={0}
        max={sliderDays}
        value={ahead}
        onChange={({ target }) => setDay(calendarDayOf((today + Number(target.value)) * dayMs, utcClock))}
        onPointerUp={take}
        onKeyUp={take}
        className="h-6 min-w-40 flex-1 accent-(--link)"
      />
      <Field label={text("Last day (UTC)")} labelClass="text-sm text-secondary" className="flex items-center gap-1.5">
        {(control) => (
          <input
            {...control}
            ref={field}
            type="date"
            value={day}
            onChange={({ target }) => {
              setDay(target.value);
              const end = lastSecondOfDay(target.value);
              // While a year is typed its first digits are a year, too.
              if (end !== undefined && end > now) onChoose(end);
            }}
            onKeyDown={({ key }) => key === "Enter" && take()}
            onBlur={take}
            className={`${inputClass} h-8 w-40! px-2! text-base`}
          />
        )}
      </Field>
    </div>
  );
}

interface EndsTableProps {
  readonly ends: readonly ComparedEnd[];
  readonly chosen: number | undefined;
  readonly onChoose: (endsAt: number) => void;
}

function EndsTable({ ends, chosen, onChoose }: EndsTableProps) {
  return (
    <Table
      caption={text("Clusters forced and stuck, by the last day of the version")}
      columns={[
        { title: text("Last day") },
        { title: text("Forced"), numeric: true },
        { title: text("Stuck"), numeric: true },
        { title: text("Choose"), hidden: true },
      ]}
      className="mt-2 text-left text-sm tabular-nums"
      cellClass="px-2 py-1 first:pl-0"
    >
      {ends.map(({ at, forced, stuck }) => (
        <tr key={at}>
          <th scope="row" className="py-1 pr-2 font-normal whitespace-nowrap">
            {formatVersionEndDate(at)}
          </th>
          <td className="px-2 py-1 text-right">{formatNumber(forced)}</td>
          <td className="px-2 py-1 text-right">{formatNumber(stuck)}</td>
          <td className="px-2 py-1 text-right">
            <Button size="sm" variant="ghost" aria-pressed={at === chosen} onClick={() => onChoose(at)}>
              {text("Choose")}
              <span className="sr-only"> {formatVersionEndDate(at)}</span>
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}
