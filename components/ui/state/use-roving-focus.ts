import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { AwaitedFocus } from "./awaited-focus.ts";

/** Where a key leads: to a place by its name, to an element, or to an act; undefined where the key has no meaning. */
export type Lead = string | HTMLElement | (() => void) | undefined;

interface RovingOptions {
  /** The grid, the tree or the calendar. */
  readonly widget: RefObject<HTMLElement | null>;
  /** The attribute by which an element says which place it is. */
  readonly attribute: `data-${string}`;
  /** What a key does at a place; null where the focus is in the widget and at no place. The widget's shape is here only. */
  readonly lead: (from: HTMLElement | null, event: KeyboardEvent) => Lead;
  /** Makes a place the one stop of the Tab key. The focus follows as soon as its element is there and is the stop. */
  readonly onStop?: (place: string) => void;
}

/**
 * One stop for the Tab key in a widget of many places, and keys between them. A place may still have to be painted, or
 * scrolled to, before it can take the focus.
 *
 * @source ARIA APG, managing focus within components with a roving tabindex
 */
export function useRovingFocus(options: RovingOptions) {
  const latest = useRef(options);
  const [awaited] = useState(() => new AwaitedFocus());
  const settle = useCallback(() => {
    const { widget, attribute } = latest.current;
    const { current: root } = widget;
    if (root === null) return;
    const elementOf = (place: string) => root.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(place)}"]`);
    awaited.settle({
      isStop: (place) => elementOf(place)?.tabIndex === 0,
      focus: (place) => focusIn(elementOf(place)),
      hasLeft: () => document.activeElement !== document.body && !root.contains(document.activeElement),
    });
  }, [awaited]);
  useEffect(() => {
    latest.current = options;
    settle();
  });
  const focusPlace = useCallback(
    (place: string) => {
      awaited.await(place);
      latest.current.onStop?.(place);
      settle();
    },
    [awaited, settle],
  );
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const { attribute, lead } = latest.current;
      if (event.altKey || event.metaKey || !(event.target instanceof Element)) return;
      // What is typed in a dialog that a place has opened bubbles up to here, but is none of the widget's business.
      if (!event.currentTarget.contains(event.target)) return;
      const to = lead(event.target.closest<HTMLElement>(`[${attribute}]`), event);
      if (to === undefined) return;
      event.preventDefault();
      if (typeof to === "string") focusPlace(to);
      else if (typeof to === "function") to();
      else to.focus();
    },
    [focusPlace],
  );
  return useMemo(() => ({ onKeyDown, focusPlace }), [onKeyDown, focusPlace]);
}

/** Where a place holds one control, the control takes the focus; otherwise the place itself. */
function focusIn(place: HTMLElement | null): void {
  const inside = place?.querySelector<HTMLElement>("[data-grid-widget]");
  (inside ?? place)?.focus();
}
