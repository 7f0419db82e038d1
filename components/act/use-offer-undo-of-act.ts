import { useQueryClient } from "@tanstack/react-query";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { offerUndo } from "#components/data/storage/undoable.ts";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { isChangeStillApplied } from "#lib/act/plan/act-that-reverts-change.ts";
import type { Act, ConfirmActResponse } from "#lib/contract/act.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { text } from "#lib/language/text.ts";
import { toInlineNamedLabel } from "#lib/language/to-inline-label.ts";
import { type RequestedAct, useActDialog } from "./act-dialog.tsx";

/**
 * Returns a function that offers to undo a change of the cluster, provided that the exact reverse change is known. Undo
 * opens the preview of the reverse change, so later changes by other users are not overwritten silently.
 * @returns a function to call once the garden has accepted the change
 */
export function useOfferUndoOfAct({ cluster, title }: RequestedAct): (act: Act, accepted: ConfirmActResponse) => void {
  const client = useQueryClient();
  const toast = useToast();
  const { open } = useActDialog();
  const { uid, project, name } = cluster;
  return (act, { reverse }) => {
    if (reverse === undefined) return;
    offerUndo({
      subject: `change ${uid}`,
      what: `${title}: ${project}/${name}`,
      undo: async () => {
        const now = await client
          .fetchQuery({ ...clusterQuery(cluster), staleTime: 0 })
          .then(({ shoot }) => parseShoot(shoot))
          .catch(() => undefined);
        if (now === undefined || !isChangeStillApplied(act, now)) {
          const why =
            now === undefined ? text("The cluster could not be read.") : text("It was changed again meanwhile.");
          toast({ kind: "info", id: `undo ${uid}`, title: text("Not undone: {title}", { title }), detail: why });
          return;
        }
        open({
          cluster,
          act: reverse,
          title: text("Undo: {act}", { act: toInlineNamedLabel(title) }),
          opener: null,
          remake: (shoot) => (isChangeStillApplied(act, shoot) ? reverse : undefined),
        });
      },
    });
  };
}
