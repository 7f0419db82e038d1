"use client";

import { useCallback } from "react";
import { useTravellingQuery } from "#components/data/address/use-travelling-query.ts";
import { useFirstAddress } from "#components/data/views/use-views.ts";

/** Where an entry of the navigation leads: with the scope and the clock, the list of clusters with its default view. */
export function usePageAddress(): (href: string) => string {
  const travels = useTravellingQuery();
  const first = useFirstAddress();
  return useCallback(
    (href) => (href === "/clusters" && first !== undefined ? first : `${href}${travels}`),
    [travels, first],
  );
}
