"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { writeUrlQuery } from "#components/data/address/url-query.ts";
import { type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { takeFilters } from "#lib/fleet/search-grammar.ts";

const typingPauseMs = 250;

/**
 * The question, as typed and as addressed. What is typed counts at once; the address follows when typing pauses. A choice
 * is written at once, as an entry of its own that Back undoes.
 */
export function useFleetSearch(addressed: FleetQuery) {
  const [typed, setTyped] = useState(addressed.q);
  const [seen, setSeen] = useState(addressed.q);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen !== addressed.q) {
    // Back, a link or a chip changed the address from outside the box.
    setSeen(addressed.q);
    setTyped(addressed.q);
  }
  useEffect(() => () => clearTimeout(pending.current), []);
  const query = useMemo(() => ({ ...addressed, q: typed }), [addressed, typed]);

  const choose = useCallback((next: FleetQuery) => {
    clearTimeout(pending.current);
    setTyped(next.q);
    setSeen(next.q);
    writeUrlQuery(next, "push");
  }, []);

  const absorb = useCallback(
    (text: string, last: boolean): boolean => {
      const { filters, rest } = takeFilters(text, last);
      if (filters.length === 0) return false;
      choose(
        filters.reduce(
          (next, { key, value }) => withFilter(next, key, [...new Set([...(next.filters.get(key) ?? []), value])]),
          { ...addressed, q: rest },
        ),
      );
      return true;
    },
    [addressed, choose],
  );

  const type = useCallback(
    (text: string) => {
      if (absorb(text, false)) return;
      setTyped(text);
      clearTimeout(pending.current);
      pending.current = setTimeout(() => {
        setSeen(text);
        writeUrlQuery({ ...addressed, q: text }, "replace");
      }, typingPauseMs);
    },
    [absorb, addressed],
  );

  const commit = useCallback(
    (text: string) => {
      if (!absorb(text, true)) choose({ ...addressed, q: text });
    },
    [absorb, addressed, choose],
  );

  return { query, type, commit, choose };
}
