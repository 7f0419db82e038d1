import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { AwaitedFocus } from "./awaited-focus.ts";

/** Effect of a key: focuses an element, given itself or by name, or calls a function; undefined for other keys. */
export type KeyEffect = string | HTMLElement | (() => void) | undefined;

interface RovingOptions {
  /** Root element of the widget: a grid, a tree or a calendar. */
  readonly widget: RefObject<HTMLElement | null>;
  /** Name of the attribute by which the focusable elements of the widget are found. */
  readonly attribute: `data-${string}`;
  /** Returns what a key does at an element; the element is null if the focus is elsewhere in the widget. */
  readonly lead: (from: HTMLElement | null, event: KeyboardEvent) => KeyEffect;
  /** Called to make an element the tab stop. It gets the focus as soon as it is rendered as the tab stop. */
  readonly onStop?: (place: string) => void;
}

/**
 * Roving tabindex: a widget with many focusable elements has one tab stop, and keys move between the elements. An
 * element may have to be rendered or scrolled to before it can get the focus.
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
      // React events also bubble from a dialog that was opened inside the widget, whose keys must be ignored.
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

/** Moves the focus to the only control in an element, otherwise to the element itself. */
function focusIn(place: HTMLElement | null): void {
  const inside = place?.querySelector<HTMLElement>("[data-grid-widget]");
  (inside ?? place)?.focus();
}
