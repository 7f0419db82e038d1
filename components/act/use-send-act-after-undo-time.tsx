import { useQueryClient } from "@tanstack/react-query";
import { delayAct } from "#components/data/storage/undoable.ts";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { describeRequestError } from "#lib/act/follow/request-error-description.ts";
import type { ActPreview } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { toInlineNamedLabel } from "#lib/language/to-inline-label.ts";
import { type RequestedAct, useActDialog } from "./act-dialog.tsx";
import { sendConfirmedAct } from "./send-confirmed-act.ts";
import { useOfferUndoOfAct } from "./use-offer-undo-of-act.ts";

/**
 * Returns a function that sends a confirmed action after a few seconds in which the user can undo it. The popover is
 * closed by then, so a refusal is shown in a toast that leads back to the preview.
 */
export function useSendActAfterUndoTime(
  request: RequestedAct,
): (cluster: FleetRow, preview: ActPreview) => Promise<void> {
  const client = useQueryClient();
  const toast = useToast();
  const { open } = useActDialog();
  const { act, title, onAccepted } = request;
  const offerReverse = useOfferUndoOfAct(request);
  return async (cluster, preview) => {
    const { uid, project, name } = cluster;
    if (!(await delayAct(title, cluster))) return;
    const outcome = await sendConfirmedAct(client, { cluster, act, title, preview });
    if (outcome.kind === "accepted") {
      offerReverse(act, outcome.accepted);
      return onAccepted?.(outcome.accepted);
    }
    const words = describeRequestError(outcome.fault, `${project}/${name}`);
    const again = () => open({ ...request, opener: null });
    toast({
      id: `refused ${uid} ${title}`,
      kind: "error",
      title: `${title}: ${toInlineNamedLabel(words.title)}`,
      detail: (
        <>
          <p>{words.detail}</p>
          {outcome.fault.gardenMessage !== undefined && (
            <p className="mt-1 font-mono text-xs break-words">{outcome.fault.gardenMessage}</p>
          )}
          <Button size="sm" className="mt-2" onClick={again}>
            {text("Look again")}
          </Button>
        </>
      ),
    });
  };
}
