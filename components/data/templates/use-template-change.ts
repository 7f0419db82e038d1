import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refetchActiveQueries } from "../calls/refetch-active-queries.ts";
import { changeTemplate, templatesKey } from "../queries/template-queries.ts";

/** Mutation of templates, which are read again whatever its outcome, so that a conflict shows the current ones. */
export function useTemplateChange() {
  const client = useQueryClient();
  return useMutation({ mutationFn: changeTemplate, onSettled: () => refetchActiveQueries(client, templatesKey) });
}
