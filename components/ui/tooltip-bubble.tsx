import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

const marginPx = 8;

/** Position of a tooltip above or below an element, in pixels of the window. */
export interface BubblePosition {
  readonly left: number;
  readonly top: number;
  readonly above: boolean;
}

/** Text box of a tooltip, centred at its position but kept inside the window. */
export function TooltipBubble({ place, children }: { readonly place: BubblePosition; readonly children: ReactNode }) {
  const bubble = useRef<HTMLSpanElement>(null);
  const [shift, setShift] = useState(0);
  useEffect(() => {
    const box = bubble.current?.getBoundingClientRect();
    if (!box) return;
    if (box.left < marginPx) setShift(marginPx - box.left);
    else if (box.right > window.innerWidth - marginPx) setShift(window.innerWidth - marginPx - box.right);
  }, []);
  const { left, top, above } = place;
  return createPortal(
    <span aria-hidden className="fixed z-50" style={{ left, top }}>
      <span
        ref={bubble}
        className="absolute w-max max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-xs font-medium text-pretty text-canvas shadow-overlay"
        style={{ transform: `translate(calc(-50% + ${shift}px), ${above ? "-100%" : "0"})` }}
      >
        {children}
      </span>
    </span>,
    document.body,
  );
}
