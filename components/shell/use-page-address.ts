import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { useTravellingQuery } from "#components/data/address/use-travelling-query.ts";
import { firstAddress } from "#components/data/views/first-address.ts";
import { useStore } from "#components/ui/state/store.ts";

/** Where an entry of the navigation leads: with the scope and the clock, the list of clusters with its default view. */
export function usePageAddress(): (href: string) => string {
  const travels = useTravellingQuery();
  const search = useSearchParams().toString();
  const first = useStore(firstAddress)?.(search);
  return useCallback(
    (href) => (href === "/clusters" && first !== undefined ? first : `${href}${travels}`),
    [travels, first],
  );
}
