import { useEffect, useLayoutEffect } from "react";
import { addressInSelectedProject, addressWithOwnClock } from "#lib/saved-views/view-address.ts";
import { defaultViewAddress } from "./default-view-address.ts";
import { useCurrentView, useListedViews } from "./use-views.ts";

/** Passes the name of the current saved view to `onName`. Renders nothing. */
export function ViewNameReporter({ onName }: { readonly onName: (name: string | undefined) => void }) {
  const name = useCurrentView()?.view.name;
  useLayoutEffect(() => onName(name), [onName, name]);
  return null;
}

/** Publishes the path of the default view for the navigation link "Clusters". Renders nothing. */
export function DefaultViewPublisher() {
  const address = useListedViews().find(({ isFirst }) => isFirst)?.view.address;
  useEffect(() => {
    const tell = (search: string) => addressWithOwnClock(addressInSelectedProject(address ?? "", search), search);
    defaultViewAddress.set(address === undefined ? undefined : tell);
  }, [address]);
  return null;
}
