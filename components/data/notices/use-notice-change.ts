import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { NoticeChangeRequest, WatchRule } from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { refetchActiveQueries } from "../calls/refetch-active-queries.ts";
import { useErrorToast } from "../calls/use-error-toast.ts";
import { changeDestinations, changeNotices, noticesQuery } from "../queries/notice-queries.ts";
import { offerUndo } from "../storage/undoable.ts";

/** Returns a mutation of watch rules or notices, which are refetched whatever its outcome. */
export function useNoticeChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeNotices,
    onSettled: () => refetchActiveQueries(client, noticesQuery.queryKey),
  });
}

/** Returns a mutation of notification destinations, which are refetched whatever its outcome. */
export function useDestinationChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeDestinations,
    onSettled: () => refetchActiveQueries(client, noticesQuery.queryKey),
  });
}

/** {@link useNoticeChange} for use outside dialogs: the outcome is shown in a toast if it needs one. */
export function useNoticeChangeWithToast() {
  const client = useQueryClient();
  const { mutate, isPending } = useNoticeChange();
  const toast = useToast();
  const showFault = useErrorToast();
  const markUnread = async (ids: string[]) => {
    await changeNotices({ kind: "unread", ids }).catch(showFault("notices-unread", text("The notices stay read")));
    await refetchActiveQueries(client, noticesQuery.queryKey);
  };
  const change = (body: NoticeChangeRequest, done?: string) => {
    const id = `notices-${body.kind}`;
    mutate(body, {
      onSuccess: () => {
        if (done !== undefined) toast({ kind: "success", id, title: done });
        if (body.kind !== "read") return;
        const what = text("{count, plural, one {# notice} other {# notices}} now read", { count: body.ids.length });
        offerUndo({ subject: "notices read", what, undo: () => void markUnread(body.ids) });
      },
      onError: showFault(
        id,
        body.kind === "read" ? text("The notices were not marked as read") : text("The rule was not changed"),
      ),
    });
  };
  return { change, isPending };
}

/** Function to delete a watch rule with undo, which recreates the rule: existing problems then raise no notice. */
export function useDeleteRule() {
  const client = useQueryClient();
  const { mutate, isPending } = useNoticeChange();
  const toast = useToast();
  const showFault = useErrorToast();
  const toastId = "notices-delete";
  const restore = async ({ name, subject, events, to, off }: WatchRule) => {
    try {
      const { rule } = await changeNotices({ kind: "save", name, subject, events, ...(to !== undefined && { to }) });
      if (off && rule !== undefined) await changeNotices({ kind: "change", id: rule.id, seen: rule.at, off });
      toast({ kind: "success", id: toastId, title: text("The rule {name} is there again", { name }) });
    } catch (error) {
      showFault(toastId, text("The rule {name} was not brought back", { name }))(error);
    }
    await refetchActiveQueries(client, noticesQuery.queryKey);
  };
  const remove = (rule: WatchRule) => {
    const { id, at, name } = rule;
    const what = text("The rule {name} was deleted", { name });
    mutate(
      { kind: "delete", id, seen: at },
      {
        onSuccess: () => offerUndo({ subject: `rule ${id}`, what, undo: () => void restore(rule) }),
        onError: showFault(toastId, text("The rule was not deleted")),
      },
    );
  };
  return { remove, isPending };
}
