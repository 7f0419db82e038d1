import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Since, SinceRequest } from "#lib/contract/since.ts";
import { getJson, postJson } from "../calls/api-client.ts";

export const sinceKey = ["since"] as const;

// Loaded when a page is idle or an address requires it: not part of any page's first load.
const contract = () => import("#lib/contract/since.ts");

export async function readSince(signal: AbortSignal, search = ""): Promise<Since> {
  return getJson(`/api/since${search}`, { schema: (await contract()).sinceSchema, signal });
}

export async function postSince(body: SinceRequest): Promise<Since> {
  return postJson("/api/since", { schema: (await contract()).sinceSchema, body });
}

/** Clusters of one change. */
const sinceLineQuery = (line: string) =>
  queryOptions({
    queryKey: [...sinceKey, line],
    queryFn: ({ signal }) => readSince(signal, `?line=${encodeURIComponent(line)}`),
    staleTime: Number.POSITIVE_INFINITY,
  });

const noClusters: ReadonlySet<string> = new Set();

/** Returns the uids of clusters that changed since the user's last visit; undefined without a line. */
export function useChangedSince(line: string | undefined): ReadonlySet<string> | "loading" | undefined {
  const { data, isError } = useQuery({ ...sinceLineQuery(line ?? ""), enabled: line !== undefined });
  return useMemo(() => {
    if (line === undefined) return undefined;
    if (data === undefined) return isError ? noClusters : "loading";
    return data.state === "compared" ? new Set(data.uids) : noClusters;
  }, [line, data, isError]);
}
