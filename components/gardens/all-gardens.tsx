import { useQueries } from "@tanstack/react-query";
import { useClock } from "#components/data/address/use-clock.ts";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { gardenFiguresQuery } from "#components/data/queries/gardens-queries.ts";
import type { GardenEntry } from "#lib/contract/gardens.ts";
import { text } from "#lib/language/text.ts";
import type { ToldGarden } from "#lib/view/gardens/across-gardens.ts";
import { type GardenAsked, sourceSentences } from "#lib/view/gardens/garden-sources.ts";
import { AttentionAcross } from "./attention-across.tsx";
import { DatesAcross } from "./dates-across.tsx";
import { WeeksAcross } from "./weeks-across.tsx";

interface AllGardensProps {
  readonly gardens: readonly GardenEntry[];
  /** What is searched for in every garden; often nothing. */
  readonly search: string;
}

/** What is the case and what comes in all gardens together, and which of them that is. */
export function AllGardens({ gardens, search }: AllGardensProps) {
  const { told, asked } = useGardenFigures(gardens, search);
  const clock = useClock();
  return (
    <div className="mt-8 flex flex-col gap-4">
      <div>
        <h2 className="text-lg font-semibold">{text("All gardens together")}</h2>
        <p className="mt-0.5 text-sm text-pretty text-secondary">{sourceSentences(asked, clock).join(" ")}</p>
      </div>
      {told.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <AttentionAcross told={told} search={search} />
            <DatesAcross told={told} />
          </div>
          <WeeksAcross told={told} search={search} />
        </div>
      )}
    </div>
  );
}

/** The figures of every garden that one is signed in to. One that does not answer holds up none of the others. */
function useGardenFigures(gardens: readonly GardenEntry[], search: string) {
  const entered = gardens.filter(({ user }) => user !== undefined);
  const answers = useQueries({ queries: entered.map(({ name }) => gardenFiguresQuery(name, search)) });
  const answerOf = new Map(entered.map(({ name }, place) => [name, answers[place]]));
  const told = entered.flatMap(({ name }): readonly ToldGarden[] => {
    const figures = answerOf.get(name)?.data;
    return figures === undefined ? [] : [{ garden: name, figures }];
  });
  const asked = gardens.map((garden): GardenAsked => {
    const { data, error = null } = answerOf.get(garden.name) ?? {};
    if (data !== undefined) return { ...garden, answer: "figures" };
    return { ...garden, answer: error === null ? "waiting" : { fault: faultOf(error).detail ?? text("no answer.") } };
  });
  return { told, asked };
}
