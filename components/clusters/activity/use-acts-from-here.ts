"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { useRequestJournal } from "#components/data/storage/request-journal.ts";
import { useRuns } from "#components/data/storage/use-runs.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { phaseWords } from "#lib/act/bulk/bulk-words.ts";
import { operationProgress } from "#lib/act/follow/operation-progress.ts";
import { progressWords } from "#lib/act/follow/progress-words.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import type { ActFromHere } from "#lib/view/activity/activity-lines.ts";

/** What this person asked of a cluster in this browser: one by one in this tab, and in runs over many clusters. */
export function useActsFromHere({ project, name }: ClusterRef, row: FleetRow | undefined): readonly ActFromHere[] {
  const journal = useRequestJournal();
  const me = useQuery(sessionQuery).data?.user.name ?? "";
  const { runs } = useRuns();
  const now = useNow(5_000);
  return useMemo(() => {
    const alone = journal
      .filter(({ target, batch }) => batch === undefined && target.project === project && target.name === name)
      .map(
        (entry): ActFromHere => ({
          id: entry.id,
          title: entry.title,
          by: entry.by,
          sentAt: entry.sentAt,
          outcome: progressWords(operationProgress(entry, row, now)),
        }),
      );
    const inRuns = runs.flatMap((run) =>
      run.clusters.flatMap((cluster): ActFromHere[] =>
        cluster.project === project && cluster.name === name && cluster.sentAt !== undefined
          ? [
              {
                id: `${run.id} ${cluster.attempt}`,
                title: text("{title} (bulk run)", { title: run.title }),
                by: me,
                sentAt: cluster.sentAt,
                outcome: cluster.message ?? text(phaseWords[cluster.phase]),
              },
            ]
          : [],
      ),
    );
    return [...alone, ...inRuns];
  }, [journal, runs, project, name, me, row, now]);
}
