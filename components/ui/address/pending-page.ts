import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { isServerThere } from "../state/chunk-failures.ts";
import { createStateStore, useStateStore } from "../state/store.ts";

interface PendingPage {
  /** Path including the garden's prefix. */
  readonly address: string;
  readonly how: "push" | "replace";
}

const retryAfterMs = 1_000;
const doubtfulServer = createStateStore(false);
const pendingPage = createStateStore<PendingPage | undefined>(undefined);

/** Sets whether the server may be unreachable, for example because the event stream is interrupted. */
export const setServerPossiblyAway = doubtfulServer.set;

/**
 * Delays the navigation to a page if the server may be unreachable: otherwise the browser's error page would replace
 * Almanac.
 * @returns false if the server is reachable, so that the page can be opened at once
 */
export function deferPageIfServerAway(page: PendingPage): boolean {
  if (doubtfulServer.get()) pendingPage.set(page);
  return doubtfulServer.get();
}

/** Cancels the delayed navigation. */
export function dropPendingPage(): void {
  pendingPage.set(undefined);
}

/** Opens the delayed page once the server responds. @returns whether a page is waiting for the server */
export function usePendingPage(): boolean {
  const router = useRouter();
  const page = useStateStore(pendingPage);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (page === undefined) return;
    const { address, how } = page;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function open() {
      const isThere = await isServerThere();
      if (isOver) return;
      setAway(!isThere);
      if (!isThere) timer = setTimeout(open, retryAfterMs);
      else {
        dropPendingPage();
        router[how](address);
      }
    }
    void open();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [page, router]);
  return isAway && page !== undefined;
}
