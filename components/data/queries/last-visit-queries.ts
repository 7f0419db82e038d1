import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { LastVisitReport, LastVisitRequest } from "#lib/contract/last-visit.ts";
import { getJson, postJson } from "../calls/api-client.ts";

export const lastVisitKey = ["since"] as const;

// Loaded when a page is idle or an address requires it: not part of any page's first load.
const contract = () => import("#lib/contract/last-visit.ts");

export async function getLastVisit(signal: AbortSignal, search = ""): Promise<LastVisitReport> {
  return getJson(`/api/since${search}`, { schema: (await contract()).lastVisitReportSchema, signal });
}

export async function postLastVisit(body: LastVisitRequest): Promise<LastVisitReport> {
  return postJson("/api/since", { schema: (await contract()).lastVisitReportSchema, body });
}

/** Clusters of one change. */
const sinceLineQuery = (line: string) =>
  queryOptions({
    queryKey: [...lastVisitKey, line],
    queryFn: ({ signal }) => getLastVisit(signal, `?line=${encodeURIComponent(line)}`),
    staleTime: Number.POSITIVE_INFINITY,
  });

const noClusters: ReadonlySet<string> = new Set();

/** Returns the uids of clusters that changed since the user's last visit; undefined without a line. */
export function useChangedSinceVisit(line: string | undefined): ReadonlySet<string> | "loading" | undefined {
  const { data, isError } = useQuery({ ...sinceLineQuery(line ?? ""), enabled: line !== undefined });
  return useMemo(() => {
    if (line === undefined) return undefined;
    if (data === undefined) return isError ? noClusters : "loading";
    return data.state === "compared" ? new Set(data.uids) : noClusters;
  }, [line, data, isError]);
}
