import { useSearchParams } from "next/navigation";
import { useLayoutEffect } from "react";
import { type FleetQuery, formatScreenQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { partsKeeper } from "#lib/fleet/keep-parts.ts";
import { rebaseQuery } from "#lib/fleet/rebase-query.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";

const keepParts = partsKeeper();
const queryOf = memoizeLast((text: string) => keepParts(parseFleetQuery(new URLSearchParams(text))));
/** What is on screen: choices are made looking at it. */
let shown = queryOf("");

/** The state that the address bar holds: one object for all who ask, as long as the address stays. */
export function useUrlQuery(): FleetQuery {
  const query = queryOf(useSearchParams().toString());
  useLayoutEffect(() => {
    shown = query;
  });
  return query;
}

/**
 * Writes the state into the address without asking the server. Typing replaces the entry; choosing pushes one, so that
 * Back undoes one choice. The screen follows the address in a transition, so somebody quick may choose looking at what is
 * about to go: then only what they changed is written.
 *
 * @param options.isTyped the search is what stands in its box: all of it counts, also where it is what was on screen before
 */
export function writeUrlQuery(query: FleetQuery, how: "push" | "replace", { isTyped = false } = {}): void {
  const { pathname, search, hash } = window.location;
  const held = parseFleetQuery(new URLSearchParams(search));
  const isOnScreen = formatScreenQuery(held) === formatScreenQuery(shown);
  const rebased = isOnScreen ? query : rebaseQuery(query, { shown, held });
  const next = isTyped ? { ...rebased, q: query.q } : rebased;
  const address = `${pathname}${formatScreenQuery(next)}${hash}`;
  if (address === `${pathname}${search}${hash}`) return;
  if (how === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
}
