import type { QueryClient } from "@tanstack/react-query";
import { traceOf } from "#lib/act/follow/act-trace.ts";
import { observationOf } from "#lib/act/follow/operation-progress.ts";
import type { Act, ActPreview } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { requestErrorOf } from "../calls/api-problem.ts";
import { readAnew } from "../calls/read-anew.ts";
import { clusterQuery } from "../queries/cluster-queries.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { changeRequest, type JournalEntry, recordRequest } from "../storage/request-journal.ts";
import { requestAct } from "./act-calls.ts";

export interface ActToSend {
  /** The Shoot as the screen shows it; later differences from it count as effects of the act. */
  readonly cluster: FleetRow;
  readonly act: Act;
  /** Display name of the act: `Reconcile`. */
  readonly title: string;
  /** The preview the user confirmed; the request is bound to its resourceVersion. */
  readonly preview: ActPreview;
  /** Id of the bulk run that the act belongs to. */
  readonly batch?: string;
}

/**
 * Sends a confirmed act once and records it in the journal; its progress is read from the live fleet. Never throws: a
 * refusal or an unknown outcome is returned as the journal entry's answer.
 */
export async function sendAct(client: QueryClient, confirmed: ActToSend): Promise<JournalEntry> {
  const { cluster, act, preview } = confirmed;
  const sent = entryOf(client, confirmed);
  recordRequest(sent);
  const { uid, resourceVersion, hash } = preview;
  const answer = await requestAct(cluster, { act, uid, resourceVersion, previewHash: hash }).then(
    (accepted) => ({ kind: "accepted", at: Date.now(), accepted }) as const,
    (error: unknown) => ({ kind: "refused", at: Date.now(), fault: requestErrorOf(error) }) as const,
  );
  changeRequest(sent.id, (entry) => ({ ...entry, answer }));
  void readAnew(client, clusterQuery(cluster).queryKey);
  return { ...sent, answer };
}

function entryOf(client: QueryClient, { cluster, act, title, preview, batch }: ActToSend): JournalEntry {
  const { uid, project, name } = cluster;
  const window = windowOf(act, preview);
  return {
    id: crypto.randomUUID(),
    title,
    target: { uid, project, name },
    by: client.getQueryData(sessionQuery.queryKey)?.user.name ?? "",
    previewHash: preview.hash,
    trace: traceOf(act),
    before: observationOf(cluster),
    sentAt: Date.now(),
    ...(batch !== undefined && { batch }),
    ...(window !== undefined && { window }),
  };
}

/** Returns the maintenance window an act waits for; undefined if it happens at once. */
function windowOf(act: Act, { when }: ActPreview): JournalEntry["window"] {
  const planned = act.kind === "operation" && act.when === "in-window";
  if (!planned && when.at !== "maintenance-window") return undefined;
  const [fromMs, toMs] = [parseInstant(when.window?.from), parseInstant(when.window?.to)];
  return { ...(fromMs !== undefined && { fromMs }), ...(toMs !== undefined && { toMs }) };
}
