import { type ComponentProps, type PointerEvent, useRef, useState } from "react";

type Watching = Pick<
  ComponentProps<"div">,
  "onPointerEnter" | "onPointerMove" | "onPointerLeave" | "onFocus" | "onBlur"
>;

/**
 * Whether somebody points at an element or has the focus in it: what is about to leave stays for as long. A pointer that
 * rested where the element came to stand has not chosen it, and may be about to press what lies beneath: it holds only
 * once it comes from outside.
 */
export function useHeld(): readonly [held: boolean, watching: Watching] {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const entered = useRef<string>(undefined);
  return [
    pointed || focused,
    {
      onPointerEnter: (event) => {
        entered.current = placeOf(event);
      },
      // Who comes in moves there with the same step. Beneath a pointer that rests it is only said to have come in.
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

/** Where it is on the screen, in whole pixels. */
function placeOf({ screenX, screenY }: PointerEvent): string {
  return `${Math.floor(screenX)} ${Math.floor(screenY)}`;
}
