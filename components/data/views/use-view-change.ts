import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { ViewChangeRequest } from "#lib/contract/views.ts";
import { text } from "#lib/language/text.ts";
import type { ListedView } from "#lib/saved-views/listed-views.ts";
import { readAnew } from "../calls/read-anew.ts";
import { useErrorToast } from "../calls/use-error-toast.ts";
import { changeView, viewsQuery } from "../queries/view-queries.ts";
import { offerUndo } from "../storage/undoable.ts";

/** Returns a mutation of saved views. They are refetched on any outcome, so a conflict shows the current ones. */
export function useViewChange() {
  const client = useQueryClient();
  return useMutation({ mutationFn: changeView, onSettled: () => readAnew(client, viewsQuery.queryKey) });
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

/** Returns a function that reports a deleted view and offers undo, which saves it again, as default if it was. */
export function useOfferView(): (line: ListedView) => void {
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
    await readAnew(client, viewsQuery.queryKey);
  };
  return (line) =>
    offerUndo({
      subject: `view ${line.key}`,
      what: text("The view {name} was deleted", { name: line.view.name }),
      undo: () => void restore(line),
    });
}

/** Returns a function that deletes a view without confirmation, because it can be undone. */
export function useDeleteView() {
  const { mutate, isPending } = useViewChange();
  const showFault = useErrorToast();
  const offer = useOfferView();
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
