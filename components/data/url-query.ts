"use client";

import { useSearchParams } from "next/navigation";
import { type FleetQuery, formatScreenQuery, parseFleetQuery } from "#lib/view/fleet-query.ts";

let latest = { text: "", query: parseFleetQuery(new URLSearchParams()) };

/** The state that the address bar holds: one object for all who ask, as long as the address stays. */
export function useUrlQuery(): FleetQuery {
  const text = useSearchParams().toString();
  if (text !== latest.text) latest = { text, query: parseFleetQuery(new URLSearchParams(text)) };
  return latest.query;
}

/**
 * Writes the state into the address without asking the server. Typing replaces the entry; choosing pushes one, so that
 * Back undoes one choice.
 */
export function writeUrlQuery(query: FleetQuery, how: "push" | "replace"): void {
  const address = `${window.location.pathname}${formatScreenQuery(query)}${window.location.hash}`;
  if (address === `${window.location.pathname}${window.location.search}${window.location.hash}`) return;
  if (how === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
}
