import type { QueryClient } from "@tanstack/react-query";
import { actTraceOf } from "#lib/act/follow/act-trace.ts";
import { observedFieldsOf } from "#lib/act/follow/operation-progress.ts";
import type { Act, ActPreview } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { requestErrorOf } from "../calls/api-problem.ts";
import { refetchActiveQueries } from "../calls/refetch-active-queries.ts";
import { clusterQuery } from "../queries/cluster-queries.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { type ActRequestEntry, recordActRequest, updateActRequest } from "../storage/request-journal.ts";
import { requestAct } from "./act-calls.ts";

export interface ActToSend {
  /** Row of the cluster as the screen shows it. Later differences from it are taken for effects of the action. */
  readonly cluster: FleetRow;
  readonly act: Act;
  /** Display name of the act: `Reconcile`. */
  readonly title: string;
  /** The preview the user confirmed; the request is bound to its resourceVersion. */
  readonly preview: ActPreview;
  /** Id of the bulk run to which the action belongs. */
  readonly batch?: string;
}

/**
 * Sends a confirmed action once and records it in the request journal; its progress is read from the live fleet. The
 * function never throws: a refusal or an unknown outcome is in the returned entry.
 */
export async function sendAct(client: QueryClient, confirmed: ActToSend): Promise<ActRequestEntry> {
  const { cluster, act, preview } = confirmed;
  const sent = entryOf(client, confirmed);
  recordActRequest(sent);
  const { uid, resourceVersion, hash } = preview;
  const answer = await requestAct(cluster, { act, uid, resourceVersion, previewHash: hash }).then(
    (accepted) => ({ kind: "accepted", at: Date.now(), accepted }) as const,
    (error: unknown) => ({ kind: "refused", at: Date.now(), fault: requestErrorOf(error) }) as const,
  );
  updateActRequest(sent.id, (entry) => ({ ...entry, answer }));
  void refetchActiveQueries(client, clusterQuery(cluster).queryKey);
  return { ...sent, answer };
}

function entryOf(client: QueryClient, { cluster, act, title, preview, batch }: ActToSend): ActRequestEntry {
  const { uid, project, name } = cluster;
  const window = windowOf(act, preview);
  return {
    id: crypto.randomUUID(),
    title,
    target: { uid, project, name },
    by: client.getQueryData(sessionQuery.queryKey)?.user.name ?? "",
    previewHash: preview.hash,
    trace: actTraceOf(act),
    before: observedFieldsOf(cluster),
    sentAt: Date.now(),
    ...(batch !== undefined && { batch }),
    ...(window !== undefined && { window }),
  };
}

/** Returns the maintenance window for which an action waits; undefined if it takes effect at once. */
function windowOf(act: Act, { when }: ActPreview): ActRequestEntry["window"] {
  const planned = act.kind === "operation" && act.when === "in-window";
  if (!planned && when.at !== "maintenance-window") return undefined;
  const [fromMs, toMs] = [parseInstant(when.window?.from), parseInstant(when.window?.to)];
  return { ...(fromMs !== undefined && { fromMs }), ...(toMs !== undefined && { toMs }) };
}
