import { useEffect, useState } from "react";
import { afterCriticalWork } from "./critical-work.ts";
import { whenAttended } from "./when-attended.ts";
import { whenIdle } from "./when-idle.ts";

const latestMs = 2_000;
/** Longest wait while the user is inactive. */
const unattendedMs = 3_000;

/**
 * True once critical content has loaded and the browser is idle: for optional parts of a page, such as the code of a
 * chart.
 */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenLoaded(() => whenIdle(() => setIdle(true), latestMs)), []);
  return idle;
}

/** {@link useIdle} for invisible work, such as preloading a dialog: also waits for activity, or a little longer. */
export function useAttendedIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(
    () =>
      whenLoaded(() => {
        let cancel = () => {};
        const callOff = whenAttended(() => {
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

/** Calls `begin` once the page has loaded and critical work is done; the returned function cancels or ends it. */
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
