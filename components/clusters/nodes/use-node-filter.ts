"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { type NodeFilter, parseNodeFilter } from "#lib/view/nodes/node-filter.ts";

/** Which pools and Nodes the address asks for. */
export function useNodeFilter(): NodeFilter {
  const params = useSearchParams();
  return useMemo(() => parseNodeFilter(params), [params]);
}

/** Writes one choice into the address, where Back undoes it; everything else in the address stays. */
export function chooseNodes(key: keyof NodeFilter, value: string): void {
  const params = new URLSearchParams(window.location.search);
  if (value === "") params.delete(key);
  else params.set(key, value);
  const query = params.size === 0 ? "" : `?${params}`;
  window.history.pushState(null, "", `${window.location.pathname}${query}`);
}

export function showAllNodes(): void {
  window.history.pushState(null, "", window.location.pathname);
}
