import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Suspense, useEffect, useRef } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { comparedExpirationsQuery } from "#components/data/queries/versions-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import { text } from "#lib/language/text.ts";
import {
  type ComparedEnd,
  describeComingLater,
  describeComparedEnd,
  describeEndDifference,
  endScaleOf,
  selectableMonthEnds,
} from "#lib/view/versions/compared-ends.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";
import { ExpiryHandle } from "./expiry-handle.tsx";
import { useComparedEnd, writeComparedEndToUrl } from "./use-compared-end.ts";

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

/** Card to choose a version's expiry: clusters that each date forces, blocks and frees, and two dates compared. */
export function ExpiryCard(props: ExpiryCardProps) {
  const { profile, image, version, patch, written, chosen, now, mostEnds, onChoose } = props;
  const from = useComparedEnd(written);
  const named = { ...(image !== "" && { image }), version };
  const months = selectableMonthEnds(now, mostEnds);
  const dates = [...new Set([chosen, from, ...months])].filter((at) => at !== undefined).slice(0, mostEnds);
  const compared = useQuery({
    ...comparedExpirationsQuery({
      profile,
      spec: patch,
      ends: { ...named, dates, ...(from !== undefined && dates.includes(from) && { from }) },
    }),
    enabled: dates.length > 0,
    placeholderData: keepPreviousData,
  });
  const ends = compared.data?.ends.toSorted((a, b) => a.at - b.at);
  const endOf = (at: number | undefined) => ends?.find((end) => end.at === at);
  const scale = endScaleOf(now, written);
  const field = useRef<HTMLInputElement>(null);
  // The user has opened this page to change the date, so its field gets the focus.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <Card
      id="expiry"
      title={
        image === ""
          ? text("End of Kubernetes {version}", { version })
          : text("End of {image} {version}", { image, version })
      }
      aside={<Legend version={version} from={from} />}
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
                  <ExpiryChart scale={scale} ends={ends} chosen={chosen} from={from} onChoose={onChoose} />
                </Suspense>
              </div>
            )}
          </div>
          {ends !== undefined && (
            <p className="mb-1 text-sm text-tertiary">
              {text("Counted on the days with a dot: ends of months, and the two days below.")}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
            <ExpiryHandle
              kind="chosen"
              label={text("Last day of the version")}
              fieldLabel={text("Last day (UTC)")}
              at={chosen}
              onMove={onChoose}
              fieldRef={field}
              {...{ scale, now }}
            />
            <ExpiryHandle
              kind="from"
              label={text("Day to compare with")}
              fieldLabel={text("Compared with")}
              at={from}
              onMove={writeComparedEndToUrl}
              {...{ scale, now }}
            >
              {from !== written && (
                <Button size="sm" onClick={() => writeComparedEndToUrl(undefined)}>
                  {text("Back to the profile")}
                </Button>
              )}
            </ExpiryHandle>
          </div>
        </div>
        <div className="text-base" aria-live="polite" aria-busy={compared.isFetching}>
          <Decision
            version={version}
            before={endOf(from)}
            beforeAt={from}
            isInProfile={from === written}
            after={endOf(chosen)}
          />
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

function Legend({ version, from }: { readonly version: string; readonly from: number | undefined }) {
  const freed = from === undefined ? undefined : formatVersionEndDate(from);
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-secondary" aria-label={text("Curves")}>
      <LegendItem look="border-t-2 border-caution-solid">{text("Forced off {version}", { version })}</LegendItem>
      <LegendItem look="border-t-[3px] border-negative-solid">{text("Stuck on {version}", { version })}</LegendItem>
      {freed !== undefined && (
        <LegendItem look="border-t-2 border-dashed border-positive-solid">
          {text("Freed: stuck if it ends on {day}, not with this day", { day: freed })}
        </LegendItem>
      )}
    </ul>
  );
}

function LegendItem({ look, children }: { readonly look: string; readonly children: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className={clsx("w-4", look)} />
      {children}
    </li>
  );
}

interface DecisionProps {
  readonly version: string;
  /** Effect of the date that the chosen one is compared with; undefined while it is being computed. */
  readonly before: ComparedEnd | undefined;
  /** That date; undefined if the version has no end. */
  readonly beforeAt: number | undefined;
  readonly isInProfile: boolean;
  /** Effect of the chosen date. */
  readonly after: ComparedEnd | undefined;
}

/** Sentences on the effect of two expiration dates and on the difference between them. */
function Decision({ version, before, beforeAt, isInProfile, after }: DecisionProps) {
  return (
    <ul className="flex flex-col gap-1.5">
      <li>
        <span className="block text-sm text-tertiary">
          {isInProfile ? text("In the profile") : text("Compared with")}
        </span>
        {beforeAt === undefined ? (
          text("No end date")
        ) : before ? (
          <EndDescription end={before} version={version} />
        ) : (
          formatVersionEndDate(beforeAt)
        )}
      </li>
      {after && after.at !== beforeAt && (
        <li className="font-medium">
          <span className="block text-sm font-normal text-tertiary">{text("Chosen")}</span>
          <EndDescription end={after} version={version} />
          {before && <span className="block font-normal text-secondary">{describeEndDifference(before, after)}</span>}
        </li>
      )}
    </ul>
  );
}

function EndDescription({ end, version }: { readonly end: ComparedEnd; readonly version: string }) {
  const comingLater = describeComingLater(end, version);
  return (
    <>
      <span className="block">{describeComparedEnd(end)}</span>
      {comingLater !== undefined && <span className="block text-sm font-normal text-secondary">{comingLater}</span>}
    </>
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
      caption={text("Clusters forced, stuck and freed, by the last day of the version")}
      columns={[
        { title: text("Last day") },
        { title: text("Forced"), numeric: true },
        { title: text("Stuck"), numeric: true },
        { title: text("Freed"), numeric: true },
        { title: text("Choose"), hidden: true },
      ]}
      className="mt-2 text-left text-sm tabular-nums"
      cellClass="px-2 py-1 first:pl-0"
    >
      {ends.map(({ at, forced, stuck, shifts }) => (
        <tr key={at}>
          <th scope="row" className="py-1 pr-2 font-normal whitespace-nowrap">
            {formatVersionEndDate(at)}
          </th>
          <td className="px-2 py-1 text-right">{formatNumber(forced)}</td>
          <td className="px-2 py-1 text-right">{formatNumber(stuck)}</td>
          <td className="px-2 py-1 text-right">{shifts ? formatNumber(shifts.freed) : "–"}</td>
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
