import { useEffect, useLayoutEffect } from "react";
import { addressToOpen, addressWithin } from "#lib/saved-views/view-address.ts";
import { firstAddress } from "./first-address.ts";
import { useViewHere, useViewLines } from "./use-views.ts";

/** Reports the name of the current view to `onName`. Renders nothing. */
export function ViewNameTeller({ onName }: { readonly onName: (name: string | undefined) => void }) {
  const name = useViewHere()?.view.name;
  useLayoutEffect(() => onName(name), [onName, name]);
  return null;
}

/** Publishes the default view's address for the "Clusters" link. Renders nothing. */
export function FirstAddressTeller() {
  const address = useViewLines().find(({ isFirst }) => isFirst)?.view.address;
  useEffect(() => {
    const tell = (search: string) => addressToOpen(addressWithin(address ?? "", search), search);
    firstAddress.set(address === undefined ? undefined : tell);
  }, [address]);
  return null;
}
