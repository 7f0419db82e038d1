"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { type NodeFilter, nodeFilterKeys, parseNodeFilter } from "#lib/view/nodes/node-filter.ts";

/** Which pools and Nodes the address asks for. */
export function useNodeFilter(): NodeFilter {
  const params = useSearchParams();
  return useMemo(() => parseNodeFilter(params), [params]);
}

/** Writes one choice into the address, where Back undoes it; everything else in the address stays. */
export function chooseNodes(key: keyof NodeFilter, value: string): void {
  rewriteQuery((params) => (value === "" ? params.delete(key) : params.set(key, value)));
}

export function showAllNodes(): void {
  rewriteQuery((params) => {
    for (const key of nodeFilterKeys) params.delete(key);
  });
}

function rewriteQuery(change: (params: URLSearchParams) => void): void {
  const url = new URL(window.location.href);
  change(url.searchParams);
  window.history.pushState(null, "", url);
}
