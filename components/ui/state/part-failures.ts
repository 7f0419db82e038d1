import { useEffect, useState } from "react";
import { createStore, useStore } from "./store.ts";

/** Component whose script could not be loaded. */
export interface MissingPart {
  /** `away`: the server was unreachable; `replaced`: it answered but no longer has the file. */
  readonly why: "away" | "replaced";
  readonly retry: () => void;
}

const missingParts = createStore<readonly MissingPart[]>([]);

/** Registers a component that could not be loaded; returns the function that removes it. */
export function registerPartFailure(part: MissingPart): () => void {
  missingParts.set([...missingParts.get(), part]);
  return () => missingParts.set(missingParts.get().filter((each) => each !== part));
}

/** Retries to load all missing components. */
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
 * Returns why components are missing; undefined while none is. The server may be back by the time a failure is
 * registered; then all are retried automatically.
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
