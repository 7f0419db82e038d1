"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { type FleetQuery, formatFleetQuery, parseFleetQuery } from "#lib/view/fleet-query.ts";

/** The state that the address bar holds. */
export function useUrlQuery(): FleetQuery {
  const params = useSearchParams();
  return useMemo(() => parseFleetQuery(new URLSearchParams(params)), [params]);
}

/**
 * Writes the state into the address without asking the server. Typing replaces the entry; choosing pushes one, so that
 * Back undoes one choice.
 */
export function writeUrlQuery(query: FleetQuery, how: "push" | "replace"): void {
  const address = `${window.location.pathname}${formatFleetQuery(query)}${window.location.hash}`;
  if (address === `${window.location.pathname}${window.location.search}${window.location.hash}`) return;
  if (how === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
}
