import { useEffect } from "react";
import { addressToOpen, addressWithin } from "#lib/saved-views/view-address.ts";
import { firstAddress } from "./first-address.ts";
import { useViewLines } from "./use-views.ts";

/** Tells the navigation where "Clusters" leads. */
export function FirstAddressTeller() {
  const address = useViewLines().find(({ isFirst }) => isFirst)?.view.address;
  useEffect(() => {
    const tell = (search: string) => addressToOpen(addressWithin(address ?? "", search), search);
    firstAddress.set(address === undefined ? undefined : tell);
  }, [address]);
  return null;
}
