import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { AccountChange } from "#lib/contract/project/accounts.ts";
import { getJson, postJson } from "../calls/api-client.ts";

// Loaded on demand, because the first render of a page does not need these schemas.
const contract = () => import("#lib/contract/project/accounts.ts");

const accountsPath = (project: string) => `/api/projects/${encodeURIComponent(project)}/accounts`;

/** While Gardener deletes an account, the list is read often at first: something unseen can hold the account for days. */
const movingMs = 2_000;
const heldMs = 30_000;
const mostMovingReads = 30;

export const accountsQuery = (project: string) =>
  queryOptions({
    queryKey: ["projects", project, "accounts"],
    queryFn: async ({ signal }) =>
      getJson(accountsPath(project), { schema: (await contract()).accountsSchema, signal }),
    staleTime: 10_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const all = [...(data?.accounts ?? []), ...(data?.dns ?? []), ...(data?.identities ?? [])];
      const isMoving = all.some(({ deletionRequestedAt }) => deletionRequestedAt !== undefined);
      if (!isMoving) return false;
      return dataUpdateCount < mostMovingReads ? movingMs : heldMs;
    },
  });

/** Creates, updates or deletes an account. Never retried automatically; no part of the body is kept. */
export function changeAccount(project: string, body: AccountChange) {
  return postJson(accountsPath(project), { schema: z.object({}), body });
}
