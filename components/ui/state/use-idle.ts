import { useEffect, useState } from "react";
import { afterCriticalWork } from "./critical-work.ts";
import { whenAttended } from "./when-attended.ts";
import { whenIdle } from "./when-idle.ts";

const latestMs = 2_000;
/** Nobody has moved yet: there is time. */
const unattendedMs = 3_000;

/**
 * True once the page has loaded what comes first and the browser has nothing better to do: for what is good to have and
 * not needed to read the page, such as the code that draws a chart.
 */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenLoaded(() => whenIdle(() => setIdle(true), latestMs)), []);
  return idle;
}

/** The same for what nobody sees, such as the code of a dialog: it waits until somebody moves, or a little longer. */
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

/** Begins once the page has loaded and nothing comes first any more; ends what was begun. */
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
