import { useEffect, useState } from "react";
import { createStateStore, useStateStore } from "../state/store.ts";

/** Number of open urgent dialogs. */
const open = createStateStore(0);

/**
 * Whether a dialog may open now. An urgent dialog stays above all others: earlier ones stay open beneath it, later ones
 * wait until it is closed. Otherwise they would cover it and hide it from screen readers.
 */
export function useMayOpenDialog({ urgent }: { readonly urgent: boolean }): boolean {
  const urgentIsOpen = useStateStore(open, (count) => count > 0);
  const [begun, setBegun] = useState(false);
  // An urgent dialog opens one render after it is counted, so that others mounted at the same moment open beneath it.
  const begins = begun || urgent === urgentIsOpen;
  if (begins !== begun) setBegun(begins);
  useEffect(() => {
    if (!urgent) return;
    open.set(open.get() + 1);
    return () => open.set(open.get() - 1);
  }, [urgent]);
  return begins;
}
