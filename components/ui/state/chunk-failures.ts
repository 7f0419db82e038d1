import { useEffect, useState } from "react";
import { createStateStore, useStateStore } from "./store.ts";

/** Component whose script could not be loaded. */
export interface MissingChunk {
  /** `away`: the server was unreachable; `replaced`: it answered but no longer has the file. */
  readonly why: "away" | "replaced";
  readonly retry: () => void;
}

const missingParts = createStateStore<readonly MissingChunk[]>([]);

/** Registers a component that could not be loaded; returns the function that removes it. */
export function registerChunkFailure(part: MissingChunk): () => void {
  missingParts.set([...missingParts.get(), part]);
  return () => missingParts.set(missingParts.get().filter((each) => each !== part));
}

/** Retries to load all missing components. */
export function retryMissingChunks(): void {
  for (const { retry } of missingParts.get()) retry();
}

const answerWithinMs = 5_000;

/** Whether the server answers now. */
export function isServerThere(): Promise<boolean> {
  return fetch("/livez", { cache: "no-store", signal: AbortSignal.timeout(answerWithinMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Returns why components are missing; undefined while none is. The server may be back by the time a failure is
 * registered; then all are retried automatically.
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
