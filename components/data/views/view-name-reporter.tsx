import { useEffect, useLayoutEffect } from "react";
import { addressToOpen, addressWithin } from "#lib/saved-views/view-address.ts";
import { defaultViewAddress } from "./default-view-address.ts";
import { useCurrentView, useListedViews } from "./use-views.ts";

/** Reports the name of the current view to `onName`. Renders nothing. */
export function ViewNameReporter({ onName }: { readonly onName: (name: string | undefined) => void }) {
  const name = useCurrentView()?.view.name;
  useLayoutEffect(() => onName(name), [onName, name]);
  return null;
}

/** Publishes the default view's address for the "Clusters" link. Renders nothing. */
export function DefaultViewPublisher() {
  const address = useListedViews().find(({ isFirst }) => isFirst)?.view.address;
  useEffect(() => {
    const tell = (search: string) => addressToOpen(addressWithin(address ?? "", search), search);
    defaultViewAddress.set(address === undefined ? undefined : tell);
  }, [address]);
  return null;
}
