import { useSearchParams } from "next/navigation";
import { useLayoutEffect } from "react";
import { type FleetQuery, formatPageQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { createQueryStabilizer } from "#lib/fleet/query-stabilizer.ts";
import { rebaseQuery } from "#lib/fleet/rebase-query.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";

const keepParts = createQueryStabilizer();
const queryOf = memoizeLast((text: string) => keepParts(parseFleetQuery(new URLSearchParams(text))));
/** The query that was rendered last: the user sees its result when choosing something. */
let shown = queryOf("");

/** Returns the parsed query of the URL, as the same object for all callers until the URL changes. */
export function useUrlQuery(): FleetQuery {
  const query = queryOf(useSearchParams().toString());
  useLayoutEffect(() => {
    shown = query;
  });
  return query;
}

/**
 * Writes the query into the URL without a server request. Typing replaces the history entry, whereas a choice pushes
 * one, so that Back undoes it. The page is rendered after the URL has changed; if the user chooses something before,
 * only the fields changed by the user are written.
 * @param options.isTyped the search text comes from its input, so `q` is written even if it equals the rendered one
 */
export function writeUrlQuery(query: FleetQuery, how: "push" | "replace", { isTyped = false } = {}): void {
  const { pathname, search, hash } = window.location;
  const held = parseFleetQuery(new URLSearchParams(search));
  const isOnScreen = formatPageQuery(held) === formatPageQuery(shown);
  const rebased = isOnScreen ? query : rebaseQuery(query, { shown, held });
  const next = isTyped ? { ...rebased, q: query.q } : rebased;
  const address = `${pathname}${formatPageQuery(next)}${hash}`;
  if (address === `${pathname}${search}${hash}`) return;
  if (how === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
}
