import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { useTravellingQuery } from "#components/data/address/use-travelling-query.ts";
import { defaultViewAddress } from "#components/data/views/default-view-address.ts";
import { useStateStore } from "#components/ui/state/store.ts";

/** Returns a function for navigation links: with scope and clock, and the default view for the list of clusters. */
export function usePageAddress(): (href: string) => string {
  const travels = useTravellingQuery();
  const search = useSearchParams().toString();
  const first = useStateStore(defaultViewAddress)?.(search);
  return useCallback(
    (href) => (href === "/clusters" && first !== undefined ? first : `${href}${travels}`),
    [travels, first],
  );
}
