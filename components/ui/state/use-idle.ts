import { useEffect, useState } from "react";
import { afterCriticalWork } from "./critical-work.ts";
import { runOnFirstUserActivity } from "./run-on-first-user-activity.ts";
import { whenIdle } from "./when-idle.ts";

const latestMs = 2_000;
/** Longest wait in ms if the user does nothing. */
const unattendedMs = 3_000;

/**
 * Returns true once critical data have loaded and the browser is idle. For optional parts of a page, such as charts.
 */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenLoaded(() => whenIdle(() => setIdle(true), latestMs)), []);
  return idle;
}

/** True once the page is idle and the user was active, or some seconds later; for invisible work such as preloading. */
export function useIsPageIdleAfterActivity(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(
    () =>
      whenLoaded(() => {
        let cancel = () => {};
        const callOff = runOnFirstUserActivity(() => {
          cancel = whenIdle(() => setIdle(true), latestMs);
        }, unattendedMs);
        return () => {
          callOff();
          cancel();
        };
      }),
    [],
  );
  return idle;
}

/** Calls `begin` when the page has loaded and critical work is done. @returns a function to cancel or end `begin` */
function whenLoaded(begin: () => () => void): () => void {
  let end = () => {};
  let callOff = () => {};
  const wait = () => {
    callOff = afterCriticalWork(() => {
      end = begin();
    });
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
  return () => {
    window.removeEventListener("load", wait);
    callOff();
    end();
  };
}
