import { queryOptions } from "@tanstack/react-query";
import type { StagedRunChange, StagedRunPlan } from "#lib/contract/staged/staged-runs.ts";
import { getJson, postJson } from "../calls/api-client.ts";

// Loaded on demand, because the first render of a page does not need this schema.
const contract = () => import("#lib/contract/staged/staged-runs.ts");

/** Key of all queries of staged runs. */
export const stagedRunsKey = ["staged-runs"] as const;

/** Query options for the staged runs that a project keeps; those of all visible projects without one. */
export const stagedRunsQuery = (project?: string) =>
  queryOptions({
    queryKey: [...stagedRunsKey, project ?? ""],
    queryFn: async ({ signal }) => {
      const search = project === undefined ? "" : `?project=${encodeURIComponent(project)}`;
      return getJson(`/api/staged-runs${search}`, { schema: (await contract()).stagedRunsSchema, signal });
    },
    staleTime: 5_000,
  });

/** Changes a staged run. Never retried automatically. */
export async function changeStagedRun(body: StagedRunChange) {
  const { stagedRunChangeResponseSchema } = await contract();
  return postJson("/api/staged-runs", { schema: stagedRunChangeResponseSchema, body });
}

/** Makes a staged run. Never retried automatically, because it might be made twice. */
export async function makeStagedRun(body: StagedRunPlan) {
  const { stagedRunChangeResponseSchema } = await contract();
  return postJson("/api/staged-runs/new", { schema: stagedRunChangeResponseSchema, body });
}
