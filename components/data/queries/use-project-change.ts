import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ProjectChange } from "#lib/contract/project/projects.ts";
import { refetchActiveQueries } from "../calls/refetch-active-queries.ts";
import { changeProject, projectsQuery } from "./project-queries.ts";

/** Mutation of a project, which is read again whatever its outcome, so that a conflict shows the present one. */
export function useProjectChange(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ProjectChange) => changeProject(name, change),
    onSettled: () => refetchActiveQueries(client, projectsQuery.queryKey),
  });
}
