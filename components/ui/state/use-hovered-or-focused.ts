import { type ComponentProps, type PointerEvent, useRef, useState } from "react";

type Watching = Pick<
  ComponentProps<"div">,
  "onPointerEnter" | "onPointerMove" | "onPointerLeave" | "onFocus" | "onBlur"
>;

/**
 * Returns whether the pointer or focus is on an element, which then must not disappear. A pointer already resting where
 * the element appears does not count, because the user may be about to press what lies beneath: it holds only once it
 * enters from outside.
 */
export function useHoveredOrFocused(): readonly [held: boolean, watching: Watching] {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const entered = useRef<string>(undefined);
  return [
    pointed || focused,
    {
      onPointerEnter: (event) => {
        entered.current = placeOf(event);
      },
      // pointerenter also fires when the element appears under a resting pointer: require a move first.
      onPointerMove: (event) => {
        if (entered.current === placeOf(event)) setPointed(true);
        entered.current = undefined;
      },
      onPointerLeave: () => {
        entered.current = undefined;
        setPointed(false);
      },
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  ];
}

/** Returns the pointer's screen position in whole pixels. */
function placeOf({ screenX, screenY }: PointerEvent): string {
  return `${Math.floor(screenX)} ${Math.floor(screenY)}`;
}
