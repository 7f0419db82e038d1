"use client";

import { CalendarCheck } from "lucide-react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Card } from "#components/ui/card.tsx";
import { Status } from "#components/ui/status.tsx";
import { TextList } from "#components/ui/text-list.tsx";
import type { OperationSummary } from "#lib/contract/summary/operation-summary.ts";
import { text } from "#lib/language/text.ts";
import { describeSummary } from "#lib/words/summary/describe-summary.ts";

/** Card of what the latest maintenance, roll or rotation did; earlier ones are folded. */
export function SummariesCard({ summaries }: { readonly summaries: readonly OperationSummary[] }) {
  const [latest, ...earlier] = summaries;
  if (latest === undefined) return null;
  return (
    <Card id="summaries" title={text("What it did")}>
      <Summary summary={latest} />
      {earlier.map((summary) => (
        <details key={`${summary.begunAt} ${summary.endedAt}`} className="mt-3 border-t border-hairline pt-2.5">
          <summary className="cursor-pointer text-sm text-link hover:underline">
            {describeSummary(summary).title} <TimestampText at={summary.endedAt ?? summary.begunAt} />
          </summary>
          <div className="mt-2">
            <Summary summary={summary} />
          </div>
        </details>
      ))}
    </Card>
  );
}

function Summary({ summary }: { readonly summary: OperationSummary }) {
  const { title, hue, sentences } = describeSummary(summary);
  return (
    <div className="text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Status hue={hue} icon={<CalendarCheck aria-hidden />} quiet={hue === "positive"}>
          {title}
        </Status>
        <span className="text-secondary">
          <TimestampText at={summary.endedAt ?? summary.begunAt} />
        </span>
      </div>
      <TextList items={sentences} className="mt-2 list-disc space-y-0.5 pl-4 text-pretty wrap-anywhere" />
    </div>
  );
}
