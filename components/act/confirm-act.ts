import type { QueryClient } from "@tanstack/react-query";
import { previewAct } from "#components/data/act-calls.ts";
import { faultOf } from "#components/data/api-problem.ts";
import { dropRequest, type JournalEntry } from "#components/data/request-journal.ts";
import { type ConfirmedAct, sendAct } from "#components/data/send-act.ts";
import type { ActAccepted } from "#lib/contract/act.ts";
import { changedParts } from "#lib/view/act/preview-changes.ts";
import type { RequestFault } from "#lib/view/operation-progress.ts";

export type Confirmation =
  | { readonly kind: "accepted"; readonly accepted: ActAccepted }
  | { readonly kind: "refused"; readonly fault: RequestFault };

/** A Shoot at work may change between any two requests; after so many the person is asked. */
const mostAttempts = 3;

/**
 * Sends what was confirmed. A conflict means that nothing was written: when a new preview says word for word what the
 * person has confirmed, it is sent bound to the newer version; otherwise the conflict is the answer and the person is
 * asked again. No other answer is ever followed by a second request.
 */
export async function confirmWhatWasRead(client: QueryClient, confirmed: ConfirmedAct): Promise<Confirmation> {
  let { preview } = confirmed;
  for (let attempt = 1; ; attempt += 1) {
    const entry = await sendAct(client, { ...confirmed, preview });
    const outcome = outcomeOf(entry);
    if (outcome.kind === "accepted" || outcome.fault.reason !== "conflict" || attempt === mostAttempts) return outcome;
    const newer = await previewAct(confirmed.cluster, confirmed.act).catch(faultOf);
    if (!("hash" in newer) || changedParts(confirmed.preview, newer).length > 0) return outcome;
    dropRequest(entry.id);
    preview = newer;
  }
}

function outcomeOf({ answer }: JournalEntry): Confirmation {
  if (answer?.kind === "accepted") return { kind: "accepted", accepted: answer.accepted };
  return { kind: "refused", fault: answer?.fault ?? { reason: "internal" } };
}
