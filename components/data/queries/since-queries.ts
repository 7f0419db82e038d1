import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Since, SinceRequest } from "#lib/contract/since.ts";
import { getJson, postJson } from "../calls/api-client.ts";

export const sinceKey = ["since"] as const;

// Read once a page has nothing better to do, or where an address asks for it: no part of any page's first load.
const contract = () => import("#lib/contract/since.ts");

export async function readSince(signal: AbortSignal, search = ""): Promise<Since> {
  return getJson(`/api/since${search}`, { schema: (await contract()).sinceSchema, signal });
}

export async function tellSince(body: SinceRequest): Promise<Since> {
  return postJson("/api/since", { schema: (await contract()).sinceSchema, body });
}

/** The clusters of one change. */
const sinceLineQuery = (line: string) =>
  queryOptions({
    queryKey: [...sinceKey, line],
    queryFn: ({ signal }) => readSince(signal, `?line=${encodeURIComponent(line)}`),
    staleTime: Number.POSITIVE_INFINITY,
  });

const noClusters: ReadonlySet<string> = new Set();

/** The uids of the clusters to which something has happened since the reader last looked; undefined when nobody asks. */
export function useChangedSince(line: string | undefined): ReadonlySet<string> | "loading" | undefined {
  const { data, isError } = useQuery({ ...sinceLineQuery(line ?? ""), enabled: line !== undefined });
  return useMemo(() => {
    if (line === undefined) return undefined;
    if (data === undefined) return isError ? noClusters : "loading";
    return data.state === "compared" ? new Set(data.uids) : noClusters;
  }, [line, data, isError]);
}
