import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { LastVisitReport, LastVisitRequest } from "#lib/contract/last-visit.ts";
import { getJson, postJson } from "../calls/api-client.ts";

export const lastVisitKey = ["since"] as const;

// Loaded on demand, because the first render of a page does not need this schema.
const contract = () => import("#lib/contract/last-visit.ts");

export async function getLastVisit(signal: AbortSignal, search = ""): Promise<LastVisitReport> {
  return getJson(`/api/since${search}`, { schema: (await contract()).lastVisitReportSchema, signal });
}

export async function postLastVisit(body: LastVisitRequest): Promise<LastVisitReport> {
  return postJson("/api/since", { schema: (await contract()).lastVisitReportSchema, body });
}

/** Query options for the clusters of one change since the user's last visit. */
const sinceLineQuery = (line: string) =>
  queryOptions({
    queryKey: [...lastVisitKey, line],
    queryFn: ({ signal }) => getLastVisit(signal, `?line=${encodeURIComponent(line)}`),
    staleTime: Number.POSITIVE_INFINITY,
  });

const noClusters: ReadonlySet<string> = new Set();

/** Uids of the clusters affected by one change since the user's last visit; undefined without such a change. */
export function useClusterUidsChangedSinceVisit(line: string | undefined): ReadonlySet<string> | "loading" | undefined {
  const { data, isError } = useQuery({ ...sinceLineQuery(line ?? ""), enabled: line !== undefined });
  return useMemo(() => {
    if (line === undefined) return undefined;
    if (data === undefined) return isError ? noClusters : "loading";
    return data.state === "compared" ? new Set(data.uids) : noClusters;
  }, [line, data, isError]);
}
