import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { formatVersionsQuery, parseVersionsQuery, type VersionsQuery } from "#lib/view/versions/versions-query.ts";

/** A part of the question to replace; as a function when it rests on what is asked now. */
export type VersionsChange = Partial<VersionsQuery> | ((now: VersionsQuery) => Partial<VersionsQuery>);

/** What the address asks of this page, and how to ask something else; each choice is an entry that Back undoes. */
export function useVersionsQuery(): {
  readonly query: VersionsQuery;
  readonly change: (part: VersionsChange) => void;
  /** The address of another page with the same question. */
  readonly suffix: string;
} {
  const text = useSearchParams().toString();
  const query = useMemo(() => parseVersionsQuery(new URLSearchParams(text)), [text]);
  const change = useCallback((part: VersionsChange) => {
    // The address itself, not what was last painted: keys may be faster than painting.
    const held = new URLSearchParams(window.location.search);
    const now = parseVersionsQuery(held);
    const next = formatVersionsQuery({ ...now, ...(typeof part === "function" ? part(now) : part) }, held);
    if (next === window.location.search) return;
    window.history.pushState(null, "", `${window.location.pathname}${next}`);
  }, []);
  return { query, change, suffix: text === "" ? "" : `?${text}` };
}
