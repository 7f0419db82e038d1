import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { formatVersionsQuery, parseVersionsQuery, type VersionsQuery } from "#lib/view/versions/versions-query.ts";

/** The fields of the query to replace, or a function that computes them from the current query. */
export type VersionsQueryChange = Partial<VersionsQuery> | ((now: VersionsQuery) => Partial<VersionsQuery>);

/** The query in the versions page's URL, and a function to change it; each change pushes a history entry. */
export function useVersionsQuery(): {
  readonly query: VersionsQuery;
  readonly change: (part: VersionsQueryChange) => void;
  /** Query string for links to other pages with the same query. */
  readonly suffix: string;
} {
  const text = useSearchParams().toString();
  const query = useMemo(() => parseVersionsQuery(new URLSearchParams(text)), [text]);
  const change = useCallback((part: VersionsQueryChange) => {
    // Reads the URL instead of the rendered query, because keys may be pressed faster than React renders.
    const held = new URLSearchParams(window.location.search);
    const now = parseVersionsQuery(held);
    const next = formatVersionsQuery({ ...now, ...(typeof part === "function" ? part(now) : part) }, held);
    if (next === window.location.search) return;
    window.history.pushState(null, "", `${window.location.pathname}${next}`);
  }, []);
  return { query, change, suffix: text === "" ? "" : `?${text}` };
}
