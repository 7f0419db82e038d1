import { type ComponentProps, useEffect, useState } from "react";

type Watching = Pick<ComponentProps<"div">, "onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur">;

/** Whether somebody points at an element or has the focus in it: what is about to leave stays for as long. */
export function useHeld(onChange?: (held: boolean) => void): readonly [held: boolean, watching: Watching] {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes, whoever hears it.
  useEffect(() => onChange?.(held), [held]);
  return [
    held,
    {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  ];
}
