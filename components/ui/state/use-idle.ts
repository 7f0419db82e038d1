import { useEffect, useState } from "react";
import { whenIdle } from "./when-idle.ts";

const latestMs = 2_000;

/**
 * True once the page has loaded and the browser has nothing better to do: for what is good to have and not needed to
 * read the page, such as the code that draws a chart.
 */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let cancel = () => {};
    const wait = () => {
      cancel = whenIdle(() => setIdle(true), latestMs);
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
