import { useEffect, useState, useSyncExternalStore } from "react";

let open = 0;
const listeners = new Set<() => void>();

function count(difference: 1 | -1): void {
  open += difference;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether a dialog may open now. An urgent one stays above all others: those that were open before lie beneath it, and
 * those that come while it is open wait until it is closed. Otherwise they would cover it and hide it from readers.
 */
export function useDialogTurn({ open: wanted, urgent }: { readonly open: boolean; readonly urgent: boolean }): boolean {
  const urgentIsOpen = useSyncExternalStore(
    subscribe,
    () => open > 0,
    () => false,
  );
  const [begun, setBegun] = useState(false);
  // The urgent one opens only when it has been counted: whatever came in the same moment is open by then, beneath it.
  const begins = wanted && (begun || urgent === urgentIsOpen);
  if (begins !== begun) setBegun(begins);
  useEffect(() => {
    if (!wanted || !urgent) return;
    count(1);
    return () => count(-1);
  }, [wanted, urgent]);
  return begins;
}
