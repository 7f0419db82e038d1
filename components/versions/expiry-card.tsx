import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { ReadFailure } from "#components/data/fleet-parts/read-failure.tsx";
import { comparedEndsQuery } from "#components/data/queries/versions-queries.ts";
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
import { dayOf } from "#lib/view/calendar/calendar-days.ts";
import { type ComparedEnd, describeEnd, describeEndDifference, monthEnds } from "#lib/view/versions/compared-ends.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatEndDate, lastInstantOf } from "#lib/words/version-end.ts";

/** Loaded after the first paint, into reserved space. */
const ExpiryChart = lazyComponent(async () => (await import("./expiry-chart.tsx")).ExpiryChart);

interface ExpiryCardProps {
  readonly profile: string;
  /** Empty for Kubernetes. */
  readonly image: string;
  readonly version: string;
  /** The other changes of the draft, as a merge patch. */
  readonly patch: Readonly<Record<string, unknown>>;
  /** End in the profile, and in the draft, in epoch milliseconds; undefined for no end. */
  readonly written: number | undefined;
  readonly chosen: number | undefined;
  readonly now: number;
  /** Number of ends that can be compared at once. */
  readonly mostEnds: number;
  /** Called with the last second of the version. */
  readonly onChoose: (endsAt: number | undefined) => void;
}

/** The end of one version as a decision: clusters forced and stuck by date, and the chosen date against the present one. */
export function ExpiryCard(props: ExpiryCardProps) {
  const { profile, image, version, patch, written, chosen, now, mostEnds, onChoose } = props;
  const named = { ...(image !== "" && { image }), version };
  const months = monthEnds(now, mostEnds);
  const dates = [...new Set([chosen, written, ...months])].filter((at) => at !== undefined).slice(0, mostEnds);
  const compared = useQuery({
    ...comparedEndsQuery({ profile, spec: patch, ends: { ...named, dates } }),
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
              <ReadFailure title={text("The ends could not be compared")} of={compared} />
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
              {written === undefined ? text("Back to no end") : text("Back to {day}", { day: formatEndDate(written) })}
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
  /** Undefined while they are being compared. */
  readonly written: ComparedEnd | undefined;
  readonly chosen: ComparedEnd | undefined;
  /** Undefined for no end. */
  readonly writtenAt: number | undefined;
}

/** The present end, the chosen one, and the difference, a sentence each. */
function Decision({ written, chosen, writtenAt }: DecisionProps) {
  return (
    <ul className="flex flex-col gap-1.5">
      <li>
        <span className="block text-sm text-tertiary">{text("In the profile")}</span>
        {writtenAt === undefined ? text("No end date") : written ? describeEnd(written) : formatEndDate(writtenAt)}
      </li>
      {chosen && chosen.at !== writtenAt && (
        <li className="font-medium">
          <span className="block text-sm font-normal text-tertiary">{text("Chosen")}</span>
          <span className="block">{describeEnd(chosen)}</span>
          {written && (
            <span className="block font-normal text-secondary">{describeEndDifference(written, chosen)}</span>
          )}
        </li>
      )}
    </ul>
  );
}

/** Days ahead that the slider reaches. */
const sliderDays = 365;

/** Last second of a day such as `2027-08-31` in UTC; undefined while it is incomplete. */
const lastSecondOfDay = (day: string) => parseInstant(`${day}T23:59:59Z`);

/** Slider and date field for the last day: it is taken when the handle is let go, or with Enter. */
function ChosenDate({ chosen, now, onChoose }: Pick<ExpiryCardProps, "chosen" | "now" | "onChoose">) {
  const chosenDay = chosen === undefined ? "" : dayOf(lastInstantOf(chosen), utcClock);
  const [seen, setSeen] = useState(chosenDay);
  const [day, setDay] = useState(chosenDay);
  // Another control has chosen.
  if (seen !== chosenDay) {
    setSeen(chosenDay);
    setDay(chosenDay);
  }
  const today = Math.floor(now / dayMs);
  const at = lastSecondOfDay(day);
  const ahead = at === undefined ? sliderDays : Math.min(sliderDays, Math.max(0, Math.floor(at / dayMs) - today));
  const field = useRef<HTMLInputElement>(null);
  // The page was opened to change this date.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const take = () => {
    if (day !== chosenDay && at !== undefined) onChoose(at);
  };
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
      <input
        type="range"
        aria-label={text("Last day of the version")}
        aria-valuetext={at === undefined ? text("No end date") : formatEndDate(at)}
        min={0}
        max={sliderDays}
        value={ahead}
        onChange={({ target }) => setDay(dayOf((today + Number(target.value)) * dayMs, utcClock))}
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
            onChange={({ target }) => setDay(target.value)}
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
            {formatEndDate(at)}
          </th>
          <td className="px-2 py-1 text-right">{formatNumber(forced)}</td>
          <td className="px-2 py-1 text-right">{formatNumber(stuck)}</td>
          <td className="px-2 py-1 text-right">
            <Button size="sm" variant="ghost" aria-pressed={at === chosen} onClick={() => onChoose(at)}>
              {text("Choose")}
              <span className="sr-only"> {formatEndDate(at)}</span>
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}
