import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { useCrossPageQueryString } from "#components/data/address/use-cross-page-query-string.ts";
import { defaultViewAddress } from "#components/data/views/default-view-address.ts";
import { useStateStore } from "#components/ui/state/store.ts";

/** Returns a function that adds project, time zone and, for the list of clusters, the default view to a link's path. */
export function useNavigationAddress(): (href: string) => string {
  const travels = useCrossPageQueryString();
  const search = useSearchParams().toString();
  const first = useStateStore(defaultViewAddress)?.(search);
  return useCallback(
    (href) => (href === "/clusters" && first !== undefined ? first : `${href}${travels}`),
    [travels, first],
  );
}
