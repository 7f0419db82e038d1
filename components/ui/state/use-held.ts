import { type ComponentProps, useState } from "react";

type Watching = Pick<ComponentProps<"div">, "onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur">;

/** Whether somebody points at an element or has the focus in it: what is about to leave stays for as long. */
export function useHeld(): readonly [held: boolean, watching: Watching] {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  return [
    pointed || focused,
    {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  ];
}
