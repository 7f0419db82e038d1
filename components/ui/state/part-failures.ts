import { useEffect, useState } from "react";
import { createStore, useStore } from "./store.ts";

/** A part of the page whose script could not be loaded. */
export interface MissingPart {
  /** The server was away, or it answered and did not have the file any more. */
  readonly why: "away" | "replaced";
  readonly retry: () => void;
}

const missingParts = createStore<readonly MissingPart[]>([]);

/** Notes a part that could not be loaded, until what is returned is called. */
export function notePartFailure(part: MissingPart): () => void {
  missingParts.set([...missingParts.get(), part]);
  return () => missingParts.set(missingParts.get().filter((each) => each !== part));
}

/** Tries to load again whatever is missing. */
export function retryParts(): void {
  for (const { retry } of missingParts.get()) retry();
}

/** Whether the server answers now. */
export function isServerThere(): Promise<boolean> {
  return fetch("/livez", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Why parts are missing; undefined while none is. Parts fail one after the other: by the time one is noted the server may
 * be back, and then all are loaded again, unasked.
 */
export function useMissingParts(): MissingPart["why"] | undefined {
  const missing = useStore(missingParts);
  const [told, setTold] = useState<MissingPart["why"]>();
  useEffect(() => {
    if (missing.length === 0) return setTold(undefined);
    if (missing.some(({ why }) => why === "replaced")) return setTold("replaced");
    let left = false;
    void isServerThere().then((there) => {
      if (left) return;
      if (there) retryParts();
      else setTold("away");
    });
    return () => {
      left = true;
    };
  }, [missing]);
  return told;
}
