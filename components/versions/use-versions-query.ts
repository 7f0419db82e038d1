import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { formatVersionsQuery, parseVersionsQuery, type VersionsQuery } from "#lib/view/versions/versions-query.ts";

/** Part of the query to replace; a function if it depends on the current query. */
export type VersionsChange = Partial<VersionsQuery> | ((now: VersionsQuery) => Partial<VersionsQuery>);

/** Returns the query in the page's address and a function to change it; each change is a history entry. */
export function useVersionsQuery(): {
  readonly query: VersionsQuery;
  readonly change: (part: VersionsChange) => void;
  /** Query string for links to other pages with the same query. */
  readonly suffix: string;
} {
  const text = useSearchParams().toString();
  const query = useMemo(() => parseVersionsQuery(new URLSearchParams(text)), [text]);
  const change = useCallback((part: VersionsChange) => {
    // Reads the address rather than the last render, because key presses may be faster than rendering.
    const held = new URLSearchParams(window.location.search);
    const now = parseVersionsQuery(held);
    const next = formatVersionsQuery({ ...now, ...(typeof part === "function" ? part(now) : part) }, held);
    if (next === window.location.search) return;
    window.history.pushState(null, "", `${window.location.pathname}${next}`);
  }, []);
  return { query, change, suffix: text === "" ? "" : `?${text}` };
}
