import { useEffect, useState } from "react";
import { createStateStore, useStateStore } from "../state/store.ts";

/** Number of open dialogs that are urgent. */
const open = createStateStore(0);

/**
 * Returns whether a dialog may open now. An urgent dialog stays above all others: dialogs opened before stay open below
 * it, later ones wait until it is closed. Otherwise another dialog would hide it.
 */
export function useMayOpenDialog({ urgent }: { readonly urgent: boolean }): boolean {
  const urgentIsOpen = useStateStore(open, (count) => count > 0);
  const [begun, setBegun] = useState(false);
  // An urgent dialog opens one render after it was counted, so that dialogs mounted at the same time open below it.
  const begins = begun || urgent === urgentIsOpen;
  if (begins !== begun) setBegun(begins);
  useEffect(() => {
    if (!urgent) return;
    open.set(open.get() + 1);
    return () => open.set(open.get() - 1);
  }, [urgent]);
  return begins;
}
