"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { ViewChange } from "#lib/contract/views.ts";
import { faultOf } from "../calls/api-problem.ts";
import { readAnew } from "../calls/read-anew.ts";
import { changeView, viewsQuery } from "../queries/view-queries.ts";

/** One change of the saved views. Whatever comes of it, they are read anew: who lost a race sees what stands there now. */
export function useViewChange() {
  const client = useQueryClient();
  return useMutation({ mutationFn: changeView, onSettled: () => readAnew(client, viewsQuery.queryKey) });
}

/** As {@link useViewChange} where no dialog is open to say what came of it. */
export function useToldViewChange() {
  const changing = useViewChange();
  const toast = useToast();
  const change = (body: ViewChange, done: string) => {
    const id = `views-${body.kind}`;
    changing.mutate(body, {
      onSuccess: () => toast({ kind: "success", id, title: done }),
      onError: (error) =>
        toast({ kind: "error", id, title: "Your views were not changed", detail: faultOf(error).detail }),
    });
  };
  return { change, isPending: changing.isPending };
}
