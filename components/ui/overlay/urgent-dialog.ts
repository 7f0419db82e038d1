import { useEffect, useState } from "react";
import { createStore, useStore } from "../state/store.ts";

/** How many urgent dialogs are open. */
const open = createStore(0);

/**
 * Whether a dialog may open now. An urgent one stays above all others: those that were open before lie beneath it, and
 * those that come while it is open wait until it is closed. Otherwise they would cover it and hide it from readers.
 */
export function useDialogTurn({ urgent }: { readonly urgent: boolean }): boolean {
  const urgentIsOpen = useStore(open, (count) => count > 0);
  const [begun, setBegun] = useState(false);
  // The urgent one opens only when it has been counted: whatever came in the same moment is open by then, beneath it.
  const begins = begun || urgent === urgentIsOpen;
  if (begins !== begun) setBegun(begins);
  useEffect(() => {
    if (!urgent) return;
    open.set(open.get() + 1);
    return () => open.set(open.get() - 1);
  }, [urgent]);
  return begins;
}
