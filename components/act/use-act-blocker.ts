import { useLiveness } from "#components/data/live/use-liveness.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useLatestRequest } from "#components/data/storage/request-journal.ts";
import { useDelayedAct } from "#components/data/storage/undoable.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { isActInProgress, operationProgress } from "#lib/act/follow/operation-progress.ts";
import { inlineProgressLabel } from "#lib/act/follow/progress-labels.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { mayWrite } from "#lib/fleet/liveness.ts";
import { text } from "#lib/language/text.ts";

/** Returns why no act on this cluster can be requested now; undefined when one can. */
export function useActBlocker(cluster: FleetRow): string | undefined {
  const readOnly = useReadOnlyReason();
  const online = mayWrite(useLiveness());
  const request = useLatestRequest(cluster.uid);
  const held = useDelayedAct(cluster.uid);
  const now = useNow(5_000);
  if (readOnly !== undefined) return readOnly;
  if (!online) return text("This browser is offline: nothing can be requested until the connection is back.");
  if (held) return text("{what} is about to be sent: cancel it first.", { what: held.what });
  // The previous act must be observed to end before the next one.
  const progress = request && request.end === undefined && operationProgress(request, cluster, now);
  if (!request || !progress || !isActInProgress(progress)) return undefined;
  return text("{title} is under way ({state}): wait until its end is seen.", {
    title: request.title,
    state: inlineProgressLabel(progress),
  });
}
