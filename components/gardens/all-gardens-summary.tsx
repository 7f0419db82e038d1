import { useQueries } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { gardenCountsQuery } from "#components/data/queries/gardens-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { hueFillClasses } from "#components/ui/hue-classes.ts";
import type { GardenEntry } from "#lib/contract/gardens.ts";
import { text } from "#lib/language/text.ts";
import {
  type CountsOfGarden,
  type DatedEntryAcrossGardens,
  datedEntriesAcrossGardens,
} from "#lib/view/gardens/across-gardens.ts";
import { describeSources, type GardenWithCounts } from "#lib/view/gardens/garden-sources.ts";
import { formatFullDay } from "#lib/words/format-day.ts";
import { AttentionInAllGardensCard } from "./attention-in-all-gardens-card.tsx";
import { GardenLink, GardenLinkItem } from "./garden-link.tsx";
import { UpcomingWeeksOfAllGardensCard } from "./upcoming-weeks-of-all-gardens-card.tsx";

interface AllGardensProps {
  readonly gardens: readonly GardenEntry[];
  /** Search text that restricts the numbers of every garden; often empty. */
  readonly search: string;
}

/** Summary of all gardens: what needs attention, upcoming forced changes, and which gardens are included. */
export function AllGardensSummary({ gardens, search }: AllGardensProps) {
  const { reports, asked } = useGardenFigures(gardens, search);
  const clock = useDisplayClock();
  return (
    <div className="mt-8 flex flex-col gap-4">
      <div>
        <h2 className="text-lg font-semibold">{text("All gardens together")}</h2>
        <p className="mt-0.5 text-sm text-pretty text-secondary">{describeSources(asked, clock).join(" ")}</p>
      </div>
      {reports.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <AttentionInAllGardensCard reports={reports} search={search} />
            <DatesAcross reports={reports} />
          </div>
          <UpcomingWeeksOfAllGardensCard reports={reports} search={search} />
        </div>
      )}
    </div>
  );
}

/** Returns the numbers of every garden to which the user is signed in. A slow garden does not delay the others. */
function useGardenFigures(gardens: readonly GardenEntry[], search: string) {
  const entered = gardens.filter(({ user }) => user !== undefined);
  const answers = useQueries({ queries: entered.map(({ name }) => gardenCountsQuery(name, search)) });
  const answerOf = new Map(entered.map(({ name }, place) => [name, answers[place]]));
  const reports = entered.flatMap(({ name }): readonly CountsOfGarden[] => {
    const figures = answerOf.get(name)?.data;
    return figures === undefined ? [] : [{ garden: name, figures }];
  });
  const asked = gardens.map((garden): GardenWithCounts => {
    const { data, error = null } = answerOf.get(garden.name) ?? {};
    if (data !== undefined) return { ...garden, answer: "figures" };
    return {
      ...garden,
      answer: error === null ? "waiting" : { fault: requestErrorOf(error).detail ?? text("no answer.") },
    };
  });
  return { reports, asked };
}

/** List of version expirations in all gardens, by day. */
function DatesAcross({ reports }: { readonly reports: readonly CountsOfGarden[] }) {
  const { days, leftOutFrom } = datedEntriesAcrossGardens(reports);
  return (
    <Card id="dates" title={text("Dates of versions in use")} flush>
      {days.length === 0 && (
        <p className="px-4 py-6 text-base text-secondary">{text("None in the next twelve weeks.")}</p>
      )}
      <ol className="divide-y divide-hairline">
        {days.map(([day, entries]) => (
          <li key={day} className="px-4 py-2">
            <h3 className="text-sm font-semibold text-secondary">{formatFullDay(day)}</h3>
            <ul>
              {entries.map((entry) => (
                <Dated key={`${entry.hue} ${entry.title}`} entry={entry} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap items-center gap-x-4 border-t border-hairline px-4 py-1.5 text-sm text-secondary">
        {leftOutFrom !== undefined && (
          <span>{text("From {day} on, see the calendars.", { day: formatFullDay(leftOutFrom) })}</span>
        )}
        {reports.map(({ garden }) => (
          <GardenLink key={garden} garden={garden} href="/calendar">
            {text("Calendar of {garden}", { garden })}
          </GardenLink>
        ))}
      </p>
    </Card>
  );
}

function Dated({ entry: { title, hue, parts } }: { readonly entry: DatedEntryAcrossGardens }) {
  return (
    <GardenLinkItem parts={parts}>
      <span className="flex min-w-0 flex-1 basis-60 items-baseline gap-2 text-base break-words">
        <span aria-hidden data-graphic className={clsx("size-2 shrink-0 rounded-full", hueFillClasses[hue])} />
        {title}
      </span>
    </GardenLinkItem>
  );
}
