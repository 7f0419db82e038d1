import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { ViewChangeRequest } from "#lib/contract/views.ts";
import { text } from "#lib/language/text.ts";
import type { ListedView } from "#lib/saved-views/listed-views.ts";
import { refetchActiveQueries } from "../calls/refetch-active-queries.ts";
import { useErrorToast } from "../calls/use-error-toast.ts";
import { changeView, viewsQuery } from "../queries/view-queries.ts";
import { offerUndo } from "../storage/undoable.ts";

/** Mutation of saved views, which are refetched whatever its outcome, so that a conflict shows the current ones. */
export function useViewChange() {
  const client = useQueryClient();
  return useMutation({ mutationFn: changeView, onSettled: () => refetchActiveQueries(client, viewsQuery.queryKey) });
}

/** {@link useViewChange} for use outside dialogs: the outcome is shown in a toast. */
export function useViewChangeWithToast() {
  const { mutate, isPending } = useViewChange();
  const toast = useToast();
  const showFault = useErrorToast();
  const change = (body: ViewChangeRequest, done: string) => {
    const id = `views-${body.kind}`;
    mutate(body, {
      onSuccess: () => toast({ kind: "success", id, title: done }),
      onError: showFault(id, text("Your views were not changed")),
    });
  };
  return { change, isPending };
}

/** Returns a function that reports that a view was deleted, and offers to save it again with the same settings. */
export function useOfferUndoViewDeletion(): (line: ListedView) => void {
  const client = useQueryClient();
  const toast = useToast();
  const showFault = useErrorToast();
  const restore = async ({ view: { name, address }, project, isFirst }: ListedView) => {
    const place = project === undefined ? {} : { project };
    try {
      const { view } = await changeView({ kind: "save", ...place, name, address });
      if (isFirst && view !== undefined) await changeView({ kind: "open-with", view: { ...place, id: view.id } });
      toast({ kind: "success", id: `view-${name}`, title: text("The view {name} is there again", { name }) });
    } catch (error) {
      showFault(`view-${name}`, text("The view {name} was not brought back", { name }))(error);
    }
    await refetchActiveQueries(client, viewsQuery.queryKey);
  };
  return (line) =>
    offerUndo({
      subject: `view ${line.key}`,
      what: text("The view {name} was deleted", { name: line.view.name }),
      undo: () => void restore(line),
    });
}

/** Returns a function that deletes a saved view. It does not ask for confirmation, because undo is offered. */
export function useDeleteView() {
  const { mutate, isPending } = useViewChange();
  const showFault = useErrorToast();
  const offer = useOfferUndoViewDeletion();
  const remove = (line: ListedView) => {
    const { id, at, name } = line.view;
    mutate(
      { kind: "delete", ...(line.project !== undefined && { project: line.project }), id, seen: at },
      {
        onSuccess: () => offer(line),
        onError: showFault(`view-${id}`, text("The view {name} was not deleted", { name })),
      },
    );
  };
  return { remove, isPending };
}
