"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { writeUrlQuery } from "#components/data/address/url-query.ts";
import { type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { createQueryStabilizer } from "#lib/fleet/query-stabilizer.ts";
import { extractFiltersFromSearch, withoutUnfinishedTerm } from "#lib/fleet/search-grammar.ts";
import { createSearchText, recordWrittenText, withSearchTextFromUrl } from "#lib/view/grid/search-text.ts";

const typingPauseMs = 250;

/** A timer that will write the typed search text to the URL. */
interface Writing {
  readonly write: () => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Returns the search query as typed, and functions to change it. Typed text takes effect at once, but is written to the
 * URL only when typing pauses. A choice is written at once and pushes a history entry, so that Back undoes it.
 */
export function useFleetSearch(addressed: FleetQuery) {
  const [text, setText] = useState(() => createSearchText(addressed.q));
  const pending = useRef<Writing>(undefined);
  if (text.addressed !== addressed.q) setText(withSearchTextFromUrl(text, addressed.q));
  const { typed } = text;
  const drop = useCallback(() => {
    clearTimeout(pending.current?.timer);
    pending.current = undefined;
  }, []);
  useEffect(() => drop, [drop]);
  const [keepParts] = useState(createQueryStabilizer);
  const [keepAsked] = useState(createQueryStabilizer);
  const query = keepParts({ ...addressed, q: typed });
  const asked = keepAsked({ ...addressed, q: withoutUnfinishedTerm(typed) });

  const choose = useCallback(
    (next: FleetQuery) => {
      drop();
      setText((before) => recordWrittenText({ ...before, typed: next.q }, next.q));
      writeUrlQuery(next, "push", { isTyped: true });
    },
    [drop],
  );

  const absorb = (typing: string, last: boolean): boolean => {
    const { filters, rest } = extractFiltersFromSearch(typing, last);
    if (filters.length === 0) return false;
    choose(
      filters.reduce(
        (next, { key, value }) => withFilter(next, key, [...new Set([...(next.filters.get(key) ?? []), value])]),
        { ...addressed, q: rest },
      ),
    );
    return true;
  };

  const type = (typing: string) => {
    if (absorb(typing, false)) return;
    setText((before) => ({ ...before, typed: typing }));
    drop();
    const write = () => {
      pending.current = undefined;
      setText((before) => recordWrittenText(before, typing));
      writeUrlQuery({ ...addressed, q: typing }, "replace", { isTyped: true });
    };
    pending.current = { write, timer: setTimeout(write, typingPauseMs) };
  };

  /** Writes typed text to the URL without waiting, when the search box loses the focus, as before a reload. */
  const settle = () => {
    const writing = pending.current;
    drop();
    writing?.write();
  };

  const commit = (typing: string) => {
    if (!absorb(typing, true)) choose({ ...addressed, q: typing });
  };

  /** `asked` is the query without the term that is still being typed. */
  return { query, asked, type, commit, choose, settle };
}
