import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { changeFreeze, freezesKey } from "#components/data/queries/freeze-queries.ts";

/** Mutation of freeze periods, which are read again whatever its outcome, so that a conflict shows the current ones. */
export function useFreezeChange() {
  const client = useQueryClient();
  return useMutation({ mutationFn: changeFreeze, onSettled: () => refetchActiveQueries(client, freezesKey) });
}
