import { clsx } from "clsx";
import * as Radix from "radix-ui/dropdown-menu";
import { type FocusEvent, type MouseEvent, type ReactElement, type ReactNode, useState } from "react";
import type { TypedAhead } from "../state/typed-ahead.ts";

interface MenuFrameProps {
  readonly trigger: ReactElement;
  readonly align: "start" | "end";
  readonly className?: string | undefined;
  /** Lifted out of a list whose lines would cover it; it stays in the page's main landmark. */
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
  // Not in a portal of the document: it stays inside the landmark of its button, where screen readers look for it.
  const content = (
    <Radix.Content
      sideOffset={6}
      collisionPadding={8}
      align={align}
      onFocus={handleFocus}
      className={clsx(
        "scrollbar-thin z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-appear overflow-y-auto rounded-card bg-raised p-1 shadow-overlay outline-none",
        className,
      )}
    >
      {children}
    </Radix.Content>
  );
  return (
    // Not modal: the page behind stays readable, scrollable and live while a menu is open.
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild onClick={handleClick}>
        {trigger}
      </Radix.Trigger>
      {lifted ? <Radix.Portal container={document.getElementById("content")}>{content}</Radix.Portal> : content}
    </Radix.Root>
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
