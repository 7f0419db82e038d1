import { useQuery } from "@tanstack/react-query";
import { permissionsQuery } from "../queries/session-queries.ts";

/** Whether the user may store what a project shares; undefined while that is checked, or if the check failed. */
export function useMayShare(project: string | undefined): { readonly allowed?: boolean; readonly isChecked: boolean } {
  const rights = useQuery({ ...permissionsQuery(project), enabled: project !== undefined });
  const allowed = rights.isPlaceholderData
    ? undefined
    : rights.data?.project?.find(({ act }) => act === "share-views")?.allowed;
  return { ...(allowed !== undefined && { allowed }), isChecked: allowed !== undefined || !rights.isFetching };
}
