"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { NoticeChange } from "#lib/contract/notices.ts";
import { faultOf } from "../calls/api-problem.ts";
import { readAnew } from "../calls/read-anew.ts";
import { changeDestinations, changeNotices, noticesQuery } from "../queries/notice-queries.ts";

/** One change of the rules or notices. Whatever comes of it, they are read anew. */
export function useNoticeChange() {
  const client = useQueryClient();
  return useMutation({ mutationFn: changeNotices, onSettled: () => readAnew(client, noticesQuery.queryKey) });
}

/** One change of where notices go. */
export function useDestinationChange() {
  const client = useQueryClient();
  return useMutation({ mutationFn: changeDestinations, onSettled: () => readAnew(client, noticesQuery.queryKey) });
}

/** As {@link useNoticeChange} where no dialog is open to say what came of it; `done` is said when it is no matter of course. */
export function useToldNoticeChange() {
  const changing = useNoticeChange();
  const toast = useToast();
  const change = (body: NoticeChange, done?: string) => {
    const id = `notices-${body.kind}`;
    changing.mutate(body, {
      onSuccess: () => {
        if (done !== undefined) toast({ kind: "success", id, title: done });
      },
      onError: (error) =>
        toast({
          kind: "error",
          id,
          title: body.kind === "read" ? "The notices were not marked as read" : "The rule was not changed",
          detail: faultOf(error).detail,
        }),
    });
  };
  return { change, isPending: changing.isPending };
}
