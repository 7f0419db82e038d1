"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { formatVersionsQuery, parseVersionsQuery, type VersionsQuery } from "#lib/view/versions/versions-query.ts";

/** What the address asks of this page, and how to ask something else; each choice is an entry that Back undoes. */
export function useVersionsQuery(): {
  readonly query: VersionsQuery;
  readonly change: (part: Partial<VersionsQuery>) => void;
  /** The address of another page with the same question. */
  readonly suffix: string;
} {
  const text = useSearchParams().toString();
  const query = useMemo(() => parseVersionsQuery(new URLSearchParams(text)), [text]);
  const change = useCallback(
    (part: Partial<VersionsQuery>) => {
      const next = formatVersionsQuery({ ...query, ...part }, new URLSearchParams(text));
      if (next === `?${text}`) return;
      window.history.pushState(null, "", `${window.location.pathname}${next}`);
    },
    [query, text],
  );
  return { query, change, suffix: text === "" ? "" : `?${text}` };
}
