import { queryOptions } from "@tanstack/react-query";
import type { ClusterTemplateChangeRequest } from "#lib/contract/cluster-templates.ts";
import { getJson, postJson } from "../calls/api-client.ts";

// Loaded on demand, because the first render of a page does not need this schema.
const contract = () => import("#lib/contract/cluster-templates.ts");

/** Key of all queries of templates. */
export const templatesKey = ["cluster-templates"] as const;

/** Query options for the user's own templates of clusters, and those of a project. */
export const templatesQuery = (project: string | undefined) =>
  queryOptions({
    queryKey: [...templatesKey, project ?? ""],
    queryFn: async ({ signal }) => {
      const search = project === undefined ? "" : `?project=${encodeURIComponent(project)}`;
      return getJson(`/api/cluster-templates${search}`, { schema: (await contract()).clusterTemplatesSchema, signal });
    },
    staleTime: 60_000,
  });

/** Changes templates. Never retried automatically, because a template might be saved twice. */
export async function changeTemplate(body: ClusterTemplateChangeRequest) {
  const { clusterTemplateChangeResponseSchema } = await contract();
  return postJson("/api/cluster-templates", { schema: clusterTemplateChangeResponseSchema, body });
}
