import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { isServerThere } from "../state/chunk-failures.ts";
import { createStateStore, useStateStore } from "../state/store.ts";

interface PendingPage {
  /** With the garden's prefix. */
  readonly address: string;
  readonly how: "push" | "replace";
}

const retryAfterMs = 1_000;
const doubtfulServer = createStateStore(false);
const pendingPage = createStateStore<PendingPage | undefined>(undefined);

/** Says whether the server may be away, as when the event stream is interrupted. */
export const setServerInDoubt = doubtfulServer.set;

/**
 * Keeps a page for later while the server may be away: going there would replace Almanac by an error page of the browser
 * or of a proxy.
 *
 * @returns false if nothing is in doubt and the page can be opened
 */
export function openOnceServed(page: PendingPage): boolean {
  if (doubtfulServer.get()) pendingPage.set(page);
  return doubtfulServer.get();
}

/** Stays on the present page. */
export function dropPendingPage(): void {
  pendingPage.set(undefined);
}

/** Opens the page that was kept once the server answers. Returns whether one waits for that. */
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
