"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { Suspense } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { clusterForecastQuery, tryNextRun } from "#components/data/queries/cluster-forecast-query.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { laneKey } from "#lib/forecast/lane-key.ts";
import { text } from "#lib/language/text.ts";
import type { LaneId } from "#lib/policy/forecast/lane-id.ts";
import type { ForecastRow } from "#lib/view/ladder/forecast-rows.ts";
import type { Speech } from "#lib/words/hop-sentences.ts";

// Only who asks for it reads it.
const Verdict = lazyComponent(async () => (await import("./dry-run-verdict.tsx")).Verdict);

/** Asks for the verdict on the next run. The Shoot is read first, so that the verdict is about what is there now. */
export function useDryRun(cluster: ClusterRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { snapshot } = await client.fetchQuery({ ...clusterForecastQuery(cluster), staleTime: 0 });
      return tryNextRun(cluster, snapshot);
    },
  });
}

type DryRun = ReturnType<typeof useDryRun>;

export function DryRunButton({ dryRun }: { readonly dryRun: DryRun }) {
  const reason = dryRun.isPending ? text("Asking the API server…") : undefined;
  return (
    <Button size="sm" disabledReason={reason} onClick={() => dryRun.mutate()}>
      <FlaskConical aria-hidden />
      {dryRun.isSuccess ? text("Check again") : text("Dry run of the next step")}
    </Button>
  );
}

/** A word beside each step that the dry run tried. */
export function verdictTag({ data }: DryRun, row: ForecastRow) {
  if (data === undefined || data.verdict === "nothing-to-try" || row.kind !== "hop") return null;
  const { lane, hop } = row;
  const wasTried = data.steps.some((step) => isSame(step.lane, lane) && step.from === hop.from && step.to === hop.to);
  if (!wasTried) return null;
  const accepted = data.verdict === "accepted";
  return (
    <span className="mt-1.5 block">
      <Tag hue={accepted ? "positive" : "negative"}>{accepted ? text("accepted today") : text("refused today")}</Tag>
    </span>
  );
}

function isSame(a: LaneId, b: LaneId): boolean {
  return laneKey(a) === laneKey(b);
}

/** What the API server said, verbatim where it refused. */
export function DryRunVerdict({ dryRun, speech }: { readonly dryRun: DryRun; readonly speech: Speech }) {
  const { data, error } = dryRun;
  return (
    <div aria-live="polite" className="empty:hidden">
      {error !== null && !dryRun.isPending && (
        <div className="border-b border-hairline p-4">
          <Notice hue="caution" title={text("The dry run could not be made")}>
            {faultOf(error).detail}
          </Notice>
        </div>
      )}
      {data !== undefined && error === null && (
        <div className="border-b border-hairline p-4">
          <Suspense>
            <Verdict data={data} speech={speech} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
