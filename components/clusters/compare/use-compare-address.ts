"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { inGarden } from "#components/data/address/garden-here.ts";
import {
  type ComparedRef,
  type CompareQuery,
  comparePath,
  parseCompareQuery,
} from "#lib/view/compare/compare-address.ts";

interface CompareAddress extends CompareQuery {
  readonly choose: (refs: readonly ComparedRef[]) => void;
  readonly showAll: (all: boolean) => void;
}

/** What is compared stands in the address, and nowhere else. */
export function useCompareAddress(): CompareAddress {
  const text = useSearchParams().toString();
  const query = useMemo(() => parseCompareQuery(new URLSearchParams(text)), [text]);
  return {
    ...query,
    choose: (refs) => window.history.pushState(null, "", inGarden(comparePath(refs, new URLSearchParams(text)))),
    showAll: (all) => {
      const params = new URLSearchParams(text);
      if (all) params.set("all", "1");
      else params.delete("all");
      window.history.replaceState(null, "", inGarden(comparePath(query.refs, params)));
    },
  };
}
