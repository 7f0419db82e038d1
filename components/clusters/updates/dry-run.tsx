"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { faultOf } from "#components/data/api-problem.ts";
import { clusterForecastQuery, tryNextRun } from "#components/data/cluster-forecast-query.ts";
import type { ClusterRef } from "#components/data/cluster-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { NextRunDryRun } from "#lib/contract/cluster-forecast.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { LaneId } from "#lib/policy/forecast/lane-id.ts";
import { formatClockTime, formatDateTime } from "#lib/view/format-time.ts";
import type { ForecastRow } from "#lib/view/ladder/forecast-rows.ts";
import { laneKey } from "#lib/view/ladder/lane-key.ts";
import { laneLabel, type Speech } from "#lib/view/sentences/hop-sentences.ts";

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
  const reason = dryRun.isPending ? "The API server is being asked." : undefined;
  return (
    <Button size="sm" disabledReason={reason} onClick={() => dryRun.mutate()}>
      <FlaskConical aria-hidden />
      {dryRun.isSuccess ? "Check again" : "Dry run of the next step"}
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
      <Tag hue={accepted ? "positive" : "negative"}>{accepted ? "accepted today" : "refused today"}</Tag>
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
          <Notice hue="caution" title="The dry run could not be made">
            {faultOf(error).detail}
          </Notice>
        </div>
      )}
      {data !== undefined && error === null && (
        <div className="border-b border-hairline p-4">
          <Verdict data={data} speech={speech} />
        </div>
      )}
    </div>
  );
}

function Verdict({ data, speech: { clock } }: { readonly data: NextRunDryRun; readonly speech: Speech }) {
  const checked = `Checked at ${formatClockTime(parseInstant(data.checkedAt) ?? 0, clock)} by a server-side dry run; nothing was written.`;
  if (data.verdict === "nothing-to-try") {
    return (
      <Notice hue="info" title="There is nothing to try">
        No maintenance run is foreseen to change a version. {checked}
      </Notice>
    );
  }
  const runAt = parseInstant(data.runAt);
  const accepted = data.verdict === "accepted";
  return (
    <Notice
      hue={accepted ? "info" : "negative"}
      title={
        accepted ? "The API server would accept the next step today" : "The API server would refuse the next step today"
      }
    >
      <ul className="list-disc pl-5">
        {data.steps.map(({ lane, from, to }) => (
          <li key={laneKey(lane)}>
            {laneLabel(lane)}: <span className="font-mono">{from}</span> to <span className="font-mono">{to}</span>
          </li>
        ))}
        {data.cleanUps.map(({ field }) => (
          <li key={field}>
            <code className="text-xs break-all">spec.{field}</code> changes with it
          </li>
        ))}
      </ul>
      {data.message !== undefined && (
        <blockquote className="mt-2 border-l-2 border-negative-border pl-3 break-words text-ink" translate="no">
          {data.message}
        </blockquote>
      )}
      {data.missingBinding !== undefined && (
        <p className="mt-2">
          Maintenance first makes the CredentialsBinding <span translate="no">{data.missingBinding}</span>, which a dry
          run cannot: an objection to it says nothing.
        </p>
      )}
      {data.warnings.map((warning) => (
        <p key={warning} className="mt-2">
          Warning of the API server: <span translate="no">{warning}</span>
        </p>
      ))}
      <p className="mt-2 text-sm">
        {checked}{" "}
        {runAt !== undefined && (
          <>The run itself comes on {formatDateTime(runAt, clock)} at the earliest, and the rules of that day decide.</>
        )}
      </p>
      {data.patch !== undefined && (
        <div className="mt-2">
          <CopyButton size="sm" label="Copy the tried patch" text={JSON.stringify(data.patch, null, 2)} />
        </div>
      )}
    </Notice>
  );
}
