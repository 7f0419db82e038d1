import { type FocusEvent, type MouseEvent, type ReactElement, type ReactNode, useState } from "react";
import type { TypedAhead } from "../state/typed-ahead.ts";
import { Menu, MenuContent, MenuTrigger } from "./menu.tsx";

interface MenuFrameProps {
  readonly trigger: ReactElement;
  readonly align: "start" | "end";
  readonly className?: string | undefined;
  readonly lifted?: boolean;
  /** What was typed before the menu was there. */
  readonly typedAhead: TypedAhead;
  readonly children: ReactNode;
}

/** A menu that is open from its first moment: it was asked for. */
export function MenuFrame({ trigger, align, className, lifted = false, typedAhead, children }: MenuFrameProps) {
  const [open, setOpen] = useState(true);
  // The trigger itself hears the pointer and the keyboard: a click of neither comes from a key of the page, or from a
  // screen reader.
  const handleClick = ({ detail }: MouseEvent) => {
    if (detail === 0) setOpen(true);
  };
  const handleFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    // Once all that the menu has for its first opening is painted.
    if (target === currentTarget) queueMicrotask(() => typeInto(currentTarget, typedAhead));
  };
  return (
    <Menu open={open} onOpenChange={setOpen}>
      <MenuTrigger asChild onClick={handleClick}>
        {trigger}
      </MenuTrigger>
      <MenuContent align={align} lifted={lifted} onFocus={handleFocus} className={className}>
        {children}
      </MenuContent>
    </Menu>
  );
}

/**
 * Does what the menu would have done: characters go to the item that begins with them, and the letter of an act opens its
 * preview, which asks before anything is sent. Enter is not made up for: it would choose an item that nobody has seen to be
 * the one, and some, such as Pin, ask nothing more.
 */
function typeInto(menu: HTMLElement, typedAhead: TypedAhead): void {
  for (const key of typedAhead.take().text) {
    const press = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    // Something was chosen, and the menu closes.
    if (!menu.dispatchEvent(press)) return;
  }
}
