import { useEffect, useState } from "react";
import { createStore, useStore } from "./store.ts";

/** Parts of the page whose scripts could not be loaded; each is the way to try again. */
const failures = createStore<readonly (() => void)[]>([]);

/** Notes a part that could not be loaded, until what is returned is called. */
export function notePartFailure(retry: () => void): () => void {
  failures.set([...failures.get(), retry]);
  return () => failures.set(failures.get().filter((each) => each !== retry));
}

/** Tries to load again whatever is missing. */
export function retryParts(): void {
  for (const retry of failures.get()) retry();
}

/** Whether the server answers now. */
export function isServerThere(): Promise<boolean> {
  return fetch("/livez", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Why parts are missing: the server is away, or it answers and no longer has their files. Undefined while none is. */
export function useMissingParts(): "away" | "replaced" | undefined {
  const missing = useStore(failures);
  const [cause, setCause] = useState<"away" | "replaced">();
  useEffect(() => {
    if (missing.length === 0) return setCause(undefined);
    let left = false;
    // Who was told to try again keeps that offer: the server may be back since, and what failed before is not replaced.
    const tell = (answer: "away" | "replaced") => !left && setCause((told) => (told === "away" ? told : answer));
    void isServerThere().then((there) => tell(there ? "replaced" : "away"));
    return () => {
      left = true;
    };
  }, [missing]);
  return cause;
}
