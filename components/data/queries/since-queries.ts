"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Since, type SinceRequest, sinceSchema } from "#lib/contract/since.ts";
import { getJson, postJson } from "../calls/api-client.ts";

export const sinceKey = ["since"] as const;

export function readSince(signal: AbortSignal): Promise<Since> {
  return getJson("/api/since", { schema: sinceSchema, signal });
}

export function tellSince(body: SinceRequest): Promise<Since> {
  return postJson("/api/since", { schema: sinceSchema, body });
}

/** The clusters of one change. */
const sinceLineQuery = (line: string) =>
  queryOptions({
    queryKey: [...sinceKey, line],
    queryFn: ({ signal }) => getJson(`/api/since?line=${encodeURIComponent(line)}`, { schema: sinceSchema, signal }),
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
