const listeners = new Set<() => void>();

/** A personal setting as stored in this browser; undefined when there is none or storage is closed to us. */
export function readTaste(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // Storage can be forbidden by the browser; the default then holds.
    return undefined;
  }
}

/** Stores a setting and shows it at once as `data-<attribute>` on the root element; "system" takes both away. */
export function writeTaste(key: string, attribute: "theme" | "density", value: string): void {
  const isDefault = value === "system";
  try {
    if (isDefault) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The choice then lasts until the page is left.
  }
  if (isDefault) delete document.documentElement.dataset[attribute];
  else document.documentElement.dataset[attribute] = value;
  for (const listener of listeners) listener();
}

/** Tells of changes in this tab and in others. */
export function subscribeToTaste(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
