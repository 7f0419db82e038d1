import { useLiveDataStatus } from "#components/data/live/use-live-data-status.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useLatestActRequest } from "#components/data/storage/request-journal.ts";
import { useDelayedAct } from "#components/data/storage/undoable.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { isActInProgress, operationProgress } from "#lib/act/follow/operation-progress.ts";
import { inlineProgressLabel } from "#lib/act/follow/progress-labels.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { canWriteToGarden } from "#lib/fleet/liveness.ts";
import { text } from "#lib/language/text.ts";

/** Returns why no action on this cluster can be requested now; undefined if actions are possible. */
export function useActBlocker(cluster: FleetRow): string | undefined {
  const readOnly = useReadOnlyReason();
  const online = canWriteToGarden(useLiveDataStatus());
  const request = useLatestActRequest(cluster.uid);
  const held = useDelayedAct(cluster.uid);
  const now = useNow(5_000);
  if (readOnly !== undefined) return readOnly;
  if (!online) return text("This browser is offline: nothing can be requested until the connection is back.");
  if (held) return text("{what} is about to be sent: cancel it first.", { what: held.what });
  // The end of the previous action must be observed before another action can be requested.
  const progress = request && request.end === undefined && operationProgress(request, cluster, now);
  if (!request || !progress || !isActInProgress(progress)) return undefined;
  return text("{title} is under way ({state}): wait until its end is seen.", {
    title: request.title,
    state: inlineProgressLabel(progress),
  });
}
