import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { AwaitedFocus } from "./awaited-focus.ts";

/** Effect of a key: a place to focus by name, an element to focus, or a function; undefined for other keys. */
export type KeyEffect = string | HTMLElement | (() => void) | undefined;

interface RovingOptions {
  /** Root element of the grid, tree or calendar. */
  readonly widget: RefObject<HTMLElement | null>;
  /** Attribute that holds the place's name. */
  readonly attribute: `data-${string}`;
  /** Returns a key's effect at a place; null where the focus is in the widget but at no place. */
  readonly lead: (from: HTMLElement | null, event: KeyboardEvent) => KeyEffect;
  /** Makes a place the tab stop. The focus follows as soon as its element is rendered as such. */
  readonly onStop?: (place: string) => void;
}

/**
 * Roving tabindex: one tab stop in a widget of many places, and keys between them. A place may have to be rendered or
 * scrolled to before it can take the focus.
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
      // React events bubble from a dialog opened by a place, but are not meant for the widget.
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

/** Focuses the place's single control if it has one, otherwise the place itself. */
function focusIn(place: HTMLElement | null): void {
  const inside = place?.querySelector<HTMLElement>("[data-grid-widget]");
  (inside ?? place)?.focus();
}
