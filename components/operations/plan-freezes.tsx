import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { freezesQuery } from "#components/data/queries/freeze-queries.ts";
import { Notice } from "#components/ui/notice.tsx";
import { planFreezesOf } from "#lib/act/bulk/plan-freezes.ts";
import type { BulkPlan } from "#lib/act/bulk/plan-run.ts";
import { text } from "#lib/language/text.ts";
import { freezeLimitDescription } from "#lib/words/freeze/freeze-descriptions.ts";

const mostNamed = 8;

interface PlanFreezesProps {
  readonly plan: BulkPlan;
  readonly inStages: boolean;
}

/** Notice about clusters of a plan that change in a freeze of their project, or can. */
export function PlanFreezes({ plan, inStages }: PlanFreezesProps) {
  const isMeant = plan.eligible.some(({ digest }) => digest.begins !== undefined);
  const { data, error } = useQuery({ ...freezesQuery(), enabled: isMeant });
  const clock = useDisplayClock();
  const freezes = useMemo(
    () => (data === undefined ? [] : planFreezesOf(plan, data, { clock, inStages })),
    [plan, data, clock, inStages],
  );
  if (error !== null && data === undefined) {
    const { detail = "" } = requestErrorOf(error);
    return (
      <Notice hue="caution" title={text("Not all freezes are known")}>
        {text("The freezes could not be read: {detail}", { detail })}
      </Notice>
    );
  }
  if (freezes.length === 0) return null;
  return (
    <Notice hue="caution" title={text("Freezes of the projects")}>
      <ul className="list-disc pl-4">
        {freezes.map(({ sentence, clusters }) => (
          <li key={sentence}>
            {sentence} {clusters.slice(0, mostNamed).join(", ")}
            {clusters.length > mostNamed &&
              ` ${text("and {count, number} more", { count: clusters.length - mostNamed })}`}
          </li>
        ))}
      </ul>
      <p className="mt-1">{text(freezeLimitDescription)}</p>
    </Notice>
  );
}
