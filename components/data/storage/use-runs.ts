"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { listRuns, subscribeToRuns } from "./bulk-store.ts";
import { ownerOf } from "./start-bulk.ts";

interface KnownRuns {
  readonly runs: readonly BulkRun[];
  readonly loaded: boolean;
  /** This browser keeps nothing, so there are none. */
  readonly unreadable: boolean;
}

/** A run under way is written several times a second; reading it back may be slow with thousands of clusters. */
const pauseMs = 1_000;

/** The runs over many clusters that this person has planned in this browser. */
export function useRuns(): KnownRuns {
  const owner = useQuery({ ...sessionQuery, select: ownerOf }).data;
  const [known, setKnown] = useState<KnownRuns>({ runs: [], loaded: false, unreadable: false });
  useEffect(() => {
    if (owner === undefined) return;
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () =>
      listRuns(owner).then(
        (runs) => {
          if (current) setKnown({ runs, loaded: true, unreadable: false });
        },
        () => {
          if (current) setKnown({ runs: [], loaded: true, unreadable: true });
        },
      );
    void read();
    const unsubscribe = subscribeToRuns(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void read();
      }, pauseMs);
    });
    return () => {
      current = false;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [owner]);
  return known;
}
