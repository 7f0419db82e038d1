import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { lazyComponent, preloadModule } from "./lazy-component.tsx";
import type { BubblePosition } from "./tooltip-bubble.tsx";

const load = () => import("./tooltip-bubble.tsx");
const TooltipBubble = lazyComponent(async () => (await load()).TooltipBubble);

interface TooltipProps {
  /** Text of the tooltip; undefined for no tooltip. */
  readonly text: string | undefined;
  readonly children: (described: { readonly "aria-describedby"?: string }) => ReactNode;
}

const delayMs = 300;
const gapPx = 6;

function placeBeside(element: Element): BubblePosition {
  const { left, width, top, bottom } = element.getBoundingClientRect();
  const above = top > 96;
  return { left: left + width / 2, top: above ? top - gapPx : bottom + gapPx, above };
}

/**
 * Tooltip that describes an element, shown on hover and focus. The pointer can move onto it, and Escape closes it. If
 * it explains why a control is disabled, the control itself must be visible.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const wrapper = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [place, setPlace] = useState<BubblePosition>();
  const show = (afterMs: number) => {
    clearTimeout(timer.current);
    if (text !== undefined) preloadModule(load);
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
      <Suspense>{place && text !== undefined && <TooltipBubble place={place}>{text}</TooltipBubble>}</Suspense>
    </span>
  );
}
