"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";

interface TooltipProps {
  /** Without a text the trigger stands alone. */
  readonly text: string | undefined;
  readonly children: (described: { readonly "aria-describedby"?: string }) => ReactNode;
}

const delayMs = 300;
const gapPx = 6;
const marginPx = 8;

interface Place {
  readonly left: number;
  readonly top: number;
  readonly above: boolean;
}

function placeBeside(element: Element): Place {
  const { left, width, top, bottom } = element.getBoundingClientRect();
  const above = top > 96;
  return { left: left + width / 2, top: above ? top - gapPx : bottom + gapPx, above };
}

/**
 * A description of its trigger, on hover and on focus. It can be pointed at, Escape closes it, and it stays for as long
 * as one looks. A reason stands in it only where the control itself is in sight.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const wrapper = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [place, setPlace] = useState<Place>();
  const show = (afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPlace(wrapper.current ? placeBeside(wrapper.current) : undefined), afterMs);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setPlace(undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!place) return;
    const leave = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === "Escape") setPlace(undefined);
    };
    document.addEventListener("keydown", leave);
    document.addEventListener("scroll", leave, true);
    return () => {
      document.removeEventListener("keydown", leave);
      document.removeEventListener("scroll", leave, true);
    };
  }, [place]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the span only watches; the control inside it is the target.
    <span
      ref={wrapper}
      className="inline-flex"
      onPointerEnter={() => show(delayMs)}
      onPointerLeave={hide}
      onFocus={({ target }) => target.matches(":focus-visible") && show(0)}
      onBlur={hide}
    >
      {children(text === undefined ? {} : { "aria-describedby": `${id}-text` })}
      {text !== undefined && (
        <span id={`${id}-text`} hidden>
          {text}
        </span>
      )}
      {place &&
        text !== undefined &&
        createPortal(
          <span aria-hidden className="fixed z-50" style={{ left: place.left, top: place.top }}>
            <Bubble above={place.above}>{text}</Bubble>
          </span>,
          document.body,
        )}
    </span>
  );
}

/** Stands in the middle of its place, but never outside the window. */
function Bubble({ above, children }: { readonly above: boolean; readonly children: ReactNode }) {
  const bubble = useRef<HTMLSpanElement>(null);
  const [shift, setShift] = useState(0);
  useEffect(() => {
    const box = bubble.current?.getBoundingClientRect();
    if (!box) return;
    if (box.left < marginPx) setShift(marginPx - box.left);
    else if (box.right > window.innerWidth - marginPx) setShift(window.innerWidth - marginPx - box.right);
  }, []);
  return (
    <span
      ref={bubble}
      className="absolute w-max max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-xs font-medium text-pretty text-canvas shadow-overlay"
      style={{ transform: `translate(calc(-50% + ${shift}px), ${above ? "-100%" : "0"})` }}
    >
      {children}
    </span>
  );
}
