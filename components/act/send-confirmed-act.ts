import type { QueryClient } from "@tanstack/react-query";
import { requestPreview } from "#components/data/acts/act-calls.ts";
import { type ActToSend, sendAct } from "#components/data/acts/send-act.ts";
import { type ActRequestEntry, dropActRequest } from "#components/data/storage/request-journal.ts";
import { type ConfirmedActResult, retryOnConflict } from "./retry-on-conflict.ts";

/** Sends an action that the user has confirmed, and records it in this tab's request journal. */
export function sendConfirmedAct(client: QueryClient, confirmed: ActToSend): Promise<ConfirmedActResult> {
  let last: string | undefined;
  return retryOnConflict(confirmed.preview, {
    send: async (preview) => {
      const entry = await sendAct(client, { ...confirmed, preview });
      last = entry.id;
      return outcomeOf(entry);
    },
    preview: () => requestPreview(confirmed.cluster, confirmed.act).catch(() => undefined),
    replaced: () => last !== undefined && dropActRequest(last),
  });
}

function outcomeOf({ answer }: ActRequestEntry): ConfirmedActResult {
  if (answer?.kind === "accepted") return { kind: "accepted", accepted: answer.accepted };
  return { kind: "refused", fault: answer?.fault ?? { reason: "internal" } };
}
