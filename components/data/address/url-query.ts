import { useSearchParams } from "next/navigation";
import { useLayoutEffect } from "react";
import { type FleetQuery, formatPageQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { createQueryStabilizer } from "#lib/fleet/query-stabilizer.ts";
import { rebaseQuery } from "#lib/fleet/rebase-query.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";

const keepParts = createQueryStabilizer();
const queryOf = memoizeLast((text: string) => keepParts(parseFleetQuery(new URLSearchParams(text))));
/** The query on screen, which the user sees when making a choice. */
let shown = queryOf("");

/** Returns the query of the address bar. All callers share one object until the address changes. */
export function useUrlQuery(): FleetQuery {
  const query = queryOf(useSearchParams().toString());
  useLayoutEffect(() => {
    shown = query;
  });
  return query;
}

/**
 * Writes the query into the address without a server request. Typing replaces the history entry; choosing pushes one,
 * so that Back undoes one choice. The screen follows the address in a transition, so a fast user may choose while the
 * old state is still shown: then only the fields they changed are written.
 *
 * @param options.isTyped the search comes from its input: `q` is written as is, even where it equals the one on screen
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
