import { type ComponentProps, type PointerEvent, useRef, useState } from "react";

type Watching = Pick<
  ComponentProps<"div">,
  "onPointerEnter" | "onPointerMove" | "onPointerLeave" | "onFocus" | "onBlur"
>;

/**
 * Returns whether an element has the pointer or the focus and therefore must not disappear. A pointer that rested at
 * that place before the element appeared does not count, because the user may be about to press what is below.
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
      // `pointerenter` also fires if the element appears under a resting pointer, so a movement is required.
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
