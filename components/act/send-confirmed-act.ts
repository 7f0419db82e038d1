import type { QueryClient } from "@tanstack/react-query";
import { requestPreview } from "#components/data/acts/act-calls.ts";
import { type ActToSend, sendAct } from "#components/data/acts/send-act.ts";
import { dropRequest, type JournalEntry } from "#components/data/storage/request-journal.ts";
import { type Confirmation, retryOnConflict } from "./retry-on-conflict.ts";

/** Sends an act confirmed by the user and records it in the journal of this tab. */
export function sendConfirmedAct(client: QueryClient, confirmed: ActToSend): Promise<Confirmation> {
  let last: string | undefined;
  return retryOnConflict(confirmed.preview, {
    send: async (preview) => {
      const entry = await sendAct(client, { ...confirmed, preview });
      last = entry.id;
      return outcomeOf(entry);
    },
    preview: () => requestPreview(confirmed.cluster, confirmed.act).catch(() => undefined),
    replaced: () => last !== undefined && dropRequest(last),
  });
}

function outcomeOf({ answer }: JournalEntry): Confirmation {
  if (answer?.kind === "accepted") return { kind: "accepted", accepted: answer.accepted };
  return { kind: "refused", fault: answer?.fault ?? { reason: "internal" } };
}
