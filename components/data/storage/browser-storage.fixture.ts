/** A window with a local storage of its own, which starts empty: `kept` is what it holds. */
export function createBrowserWindow() {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  const page = Object.assign(new EventTarget(), { localStorage, location: { pathname: "/clusters" } });
  return { kept, page };
}
