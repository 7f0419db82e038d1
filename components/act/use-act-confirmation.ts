import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiProblem } from "#components/data/calls/api-problem.ts";
import { isRequestOutcomeUncertain } from "#lib/act/follow/operation-progress.ts";
import { type ConfirmationInput, emptyConfirmationInput, missingConfirmationLabel } from "#lib/act/plan/consent.ts";
import type { ActPreview, ConfirmActResponse } from "#lib/contract/act.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import { text } from "#lib/language/text.ts";
import type { RequestedAct } from "./act-dialog.tsx";
import { sendConfirmedAct } from "./send-confirmed-act.ts";
import { useActBlocker } from "./use-act-blocker.ts";
import { type ActPreviewState, useActPreview } from "./use-act-preview.ts";
import { useOfferUndoOfAct } from "./use-offer-undo-of-act.ts";
import { useSendActAfterUndoTime } from "./use-send-act-after-undo-time.tsx";

export interface ActConfirmation extends ActPreviewState {
  readonly consent: ConfirmationInput;
  readonly setConsent: (consent: ConfirmationInput) => void;
  readonly sending: boolean;
  /** Error of the last attempt to send the action. */
  readonly fault: RequestError | undefined;
  /** Dismisses the error of an attempt with unknown outcome, once the user has checked the outcome. */
  readonly dismissFault: () => void;
  /** Reason why the action cannot be sent yet, shown at the button. */
  readonly obstacle: string | undefined;
  readonly confirm: () => void;
}

/** Returns the state of an action's confirmation: the preview, the user's consent, and why it cannot be sent yet. */
export function useActConfirmation(request: RequestedAct, onDone: () => void): ActConfirmation {
  const shown = useActPreview(request);
  const { preview, act, row, gone, changed } = shown;
  const client = useQueryClient();
  const [consent, setConsent] = useState(emptyConfirmationInput);
  const [outdated, setOutdated] = useState<ActPreview>();
  const general = useActBlocker(row);

  const sendLater = useSendActAfterUndoTime(request);
  const offerReverse = useOfferUndoOfAct(request);
  const sending = useMutation<ConfirmActResponse, Error, ActPreview>({
    // By default, TanStack Query pauses mutations while offline and sends them later, when users do not expect it.
    networkMode: "always",
    mutationFn: async (read) => {
      const outcome = await sendConfirmedAct(client, { cluster: row, act, title: request.title, preview: read });
      if (outcome.kind === "refused") throw new ApiProblem(outcome.fault);
      return outcome.accepted;
    },
    onSuccess: (accepted) => {
      offerReverse(act, accepted);
      request.onAccepted?.(accepted);
      onDone();
    },
    onError: (error, read) => {
      const fault = errorOfSending(error);
      if (fault.reason === "conflict") setOutdated(read);
      request.onRefused?.(fault);
      void shown.readAgain();
    },
  });
  const fault = sending.error === null ? undefined : errorOfSending(sending.error);
  const confirm = () => {
    if (preview === undefined) return;
    if (preview.friction.tier !== "popover") return sending.mutate(preview);
    onDone();
    sendLater(row, preview);
  };
  const own = sending.isPending
    ? text("The request is being sent.")
    : gone
      ? text("The cluster is no longer there.")
      : preview === undefined
        ? text("The preview is being made.")
        : (refusalOf(preview) ??
          (preview === outdated ? text("Check again first: this is from before the cluster changed.") : undefined) ??
          (changed.length > 0 ? text("Look at what has changed first.") : undefined) ??
          (fault && isRequestOutcomeUncertain(fault)
            ? text("Look at the cluster first: the request may have arrived.")
            : undefined) ??
          missingConfirmationLabel(preview.friction, consent));
  return {
    ...shown,
    consent,
    setConsent,
    sending: sending.isPending,
    fault,
    dismissFault: sending.reset,
    obstacle: sending.isPending ? own : (general ?? own),
    confirm,
  };
}

/** Returns why Almanac's rules or the garden would refuse the action now. */
function refusalOf({ decision, reasons, checks, dryRun }: ActPreview): string | undefined {
  if (decision === "deny" || decision === "hide")
    return reasons[0]?.sentence ?? text("This is not possible in the present state.");
  const block = checks.find(({ verdict, enforced }) => verdict === "block" && enforced);
  if (block) return block.sentence;
  return dryRun.verdict === "refused" ? text("The garden would refuse this: its words are above.") : undefined;
}

/** Returns the error to show, without the internal message of an unexpected exception. */
function errorOfSending(error: Error): RequestError {
  return error instanceof ApiProblem ? error.fault : { reason: "internal" };
}
