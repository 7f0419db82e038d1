import { useEffect, useState } from "react";
import { createStateStore, useStateStore } from "./store.ts";

/** Component whose script could not be loaded. */
export interface MissingChunk {
  /** `away`: the server was unreachable. `replaced`: the server responded, but no longer has the script. */
  readonly why: "away" | "replaced";
  readonly retry: () => void;
}

const missingParts = createStateStore<readonly MissingChunk[]>([]);

/** Registers a component whose script could not be loaded. @returns a function that removes the registration */
export function registerChunkFailure(part: MissingChunk): () => void {
  missingParts.set([...missingParts.get(), part]);
  return () => missingParts.set(missingParts.get().filter((each) => each !== part));
}

/** Tries again to load the scripts of all registered components. */
export function retryMissingChunks(): void {
  for (const { retry } of missingParts.get()) retry();
}

const answerWithinMs = 5_000;

/** Requests whether the server responds now. */
export function isServerThere(): Promise<boolean> {
  return fetch("/livez", { cache: "no-store", signal: AbortSignal.timeout(answerWithinMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Returns why components are missing; undefined if none is. If the server responds again, all of them are retried
 * automatically.
 */
export function useMissingChunks(): MissingChunk["why"] | undefined {
  const missing = useStateStore(missingParts);
  const [told, setTold] = useState<MissingChunk["why"]>();
  useEffect(() => {
    if (missing.length === 0) return setTold(undefined);
    if (missing.some(({ why }) => why === "replaced")) return setTold("replaced");
    let left = false;
    void isServerThere().then((there) => {
      if (left) return;
      if (there) retryMissingChunks();
      else setTold("away");
    });
    return () => {
      left = true;
    };
  }, [missing]);
  return told;
}
