import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { type ActRequestEntry, actRequestJournal, updateActRequest } from "#components/data/storage/request-journal.ts";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { useStateStore } from "#components/ui/state/store.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { endNotificationOf } from "#lib/act/follow/end-notification.ts";
import { finalActStepOf, operationProgress, recordObservation } from "#lib/act/follow/operation-progress.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { restoreJournalAndToasts, storeJournalAndToasts } from "./journal-storage.ts";

/** Follows the action requests sent from this tab until their outcome is observed, and shows a toast on any page. */
export function ActOutcomeNotifier() {
  const me = useQuery(sessionQuery).data?.user.name;
  useEffect(() => {
    if (me === undefined) return;
    restoreJournalAndToasts(me);
    return storeJournalAndToasts(me);
  }, [me]);
  return <Endings />;
}

function Endings() {
  const entries = useStateStore(actRequestJournal);
  const fleet = useQuery(fleetQuery).data;
  const now = useNow(5_000);
  const clock = useDisplayClock();
  const toast = useToast();
  useEffect(() => {
    // While the fleet is loading, a missing row does not mean that its Shoot was deleted.
    if (fleet === undefined || fleet.freshness.state === "loading") return;
    const open = entries.filter(({ end }) => end === undefined);
    const rows = rowsOf(fleet.rows, open);
    for (const entry of open) {
      const row = rows.get(entry.target.uid);
      updateActRequest(entry.id, (held) => observe(held, row));
      const progress = operationProgress(entry, row, now);
      const step = finalActStepOf(progress);
      if (step === undefined) continue;
      const message = endNotificationOf(entry, progress, clock);
      const end = { step, at: Date.now(), ...(message?.detail !== undefined && { detail: message.detail }) };
      updateActRequest(entry.id, (held) => ({ ...held, end }));
      // A bulk run shows one toast for all of its clusters.
      if (message && entry.batch === undefined) toast({ ...message, id: entry.id, ...(row && { href: pathOf(row) }) });
    }
  }, [entries, fleet, now, clock, toast]);
  return null;
}

function rowsOf(rows: readonly FleetRow[], entries: readonly ActRequestEntry[]): ReadonlyMap<string, FleetRow> {
  if (entries.length === 0) return new Map();
  const wanted = new Set(entries.map(({ target }) => target.uid));
  return new Map(rows.filter(({ uid }) => wanted.has(uid)).map((row) => [row.uid, row]));
}

function observe(entry: ActRequestEntry, row: FleetRow | undefined): ActRequestEntry {
  if (row === undefined) return entry;
  const remembered = recordObservation(entry, row);
  return remembered === entry ? entry : { ...entry, ...remembered };
}

function pathOf({ project, name }: FleetRow): string {
  return clusterPath({ project, name });
}
