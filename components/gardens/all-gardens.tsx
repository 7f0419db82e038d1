"use client";

import { useClock } from "#components/data/address/use-clock.ts";
import type { GardenEntry } from "#lib/contract/gardens.ts";
import { text } from "#lib/language/text.ts";
import { sourceSentences } from "#lib/view/gardens/garden-sources.ts";
import { AttentionAcross } from "./attention-across.tsx";
import { DatesAcross } from "./dates-across.tsx";
import { useGardenFigures } from "./use-garden-figures.ts";
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
