import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { formatSeedQuery, parseSeedQuery, type SeedQuery } from "#lib/view/seeds/seed-query.ts";

/** The query in the address of the Seeds page, and a function to change it. */
export function useSeedQuery(): {
  readonly query: SeedQuery;
  /** Typing replaces the history entry; a choice pushes one, so that Back undoes it. */
  readonly change: (part: Partial<SeedQuery>, how?: "push" | "replace") => void;
} {
  const text = useSearchParams().toString();
  const query = useMemo(() => parseSeedQuery(new URLSearchParams(text)), [text]);
  const change = useCallback((part: Partial<SeedQuery>, how: "push" | "replace" = "push") => {
    // Reads the address instead of the rendered query, because keys may be pressed faster than React renders.
    const { pathname, search } = window.location;
    const held = new URLSearchParams(search);
    const next = formatSeedQuery({ ...parseSeedQuery(held), ...part }, held);
    if (next === search) return;
    if (how === "push") window.history.pushState(null, "", `${pathname}${next}`);
    else window.history.replaceState(null, "", `${pathname}${next}`);
  }, []);
  return { query, change };
}
