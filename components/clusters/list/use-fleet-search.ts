"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { writeUrlQuery } from "#components/data/address/url-query.ts";
import { type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { createQueryStabilizer } from "#lib/fleet/query-stabilizer.ts";
import { takeFilters, withoutOpenTerm } from "#lib/fleet/search-grammar.ts";
import { addressedAs, createSearchText, recordWrittenText } from "#lib/view/grid/search-text.ts";

const typingPauseMs = 250;

/** A pending write to the URL. */
interface Writing {
  readonly write: () => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * The search query, as typed and as in the URL. Typed text takes effect at once; the URL follows when typing pauses. A
 * choice is written at once, as a history entry of its own that Back undoes.
 */
export function useFleetSearch(addressed: FleetQuery) {
  const [text, setText] = useState(() => createSearchText(addressed.q));
  const pending = useRef<Writing>(undefined);
  if (text.addressed !== addressed.q) setText(addressedAs(text, addressed.q));
  const { typed } = text;
  const drop = useCallback(() => {
    clearTimeout(pending.current?.timer);
    pending.current = undefined;
  }, []);
  useEffect(() => drop, [drop]);
  const [keepParts] = useState(createQueryStabilizer);
  const [keepAsked] = useState(createQueryStabilizer);
  const query = keepParts({ ...addressed, q: typed });
  const asked = keepAsked({ ...addressed, q: withoutOpenTerm(typed) });

  const choose = useCallback(
    (next: FleetQuery) => {
      drop();
      setText((before) => recordWrittenText({ ...before, typed: next.q }, next.q));
      writeUrlQuery(next, "push", { isTyped: true });
    },
    [drop],
  );

  const absorb = (typing: string, last: boolean): boolean => {
    const { filters, rest } = takeFilters(typing, last);
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

  /** Writes pending text to the URL when the user leaves the box, perhaps to reload the page. */
  const settle = () => {
    const writing = pending.current;
    drop();
    writing?.write();
  };

  const commit = (typing: string) => {
    if (!absorb(typing, true)) choose({ ...addressed, q: typing });
  };

  /** `asked` leaves out the term that is still being typed. */
  return { query, asked, type, commit, choose, settle };
}
