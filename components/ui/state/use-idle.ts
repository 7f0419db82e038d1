import { useEffect, useState } from "react";

/**
 * True once the page has loaded and the browser has nothing better to do: for what is good to have and not needed to
 * read the page, such as the code that draws a chart.
 */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let cancel = () => {};
    const wait = () => {
      cancel = whenIdle(() => setIdle(true));
    };
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait, { once: true });
    return () => {
      window.removeEventListener("load", wait);
      cancel();
    };
  }, []);
  return idle;
}

/** At the latest after two seconds, however busy the browser is. Not every browser can tell that it is idle. */
function whenIdle(run: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, 300);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run, { timeout: 2_000 });
  return () => window.cancelIdleCallback(handle);
}
