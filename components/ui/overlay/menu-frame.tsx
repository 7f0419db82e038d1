import { clsx } from "clsx";
import * as Radix from "radix-ui/dropdown-menu";
import { type FocusEvent, type MouseEvent, type ReactElement, type ReactNode, useState } from "react";
import type { TypedAhead } from "../state/typed-ahead.ts";

interface MenuFrameProps {
  readonly trigger: ReactElement;
  readonly align: "start" | "end";
  readonly className?: string | undefined;
  /** Rendered in a portal, out of a list whose lines would cover it; it stays in the page's main landmark. */
  readonly lifted?: boolean;
  /** Keystrokes typed before the menu was loaded. */
  readonly typedAhead: TypedAhead;
  readonly children: ReactNode;
}

/** Menu that is open on mount, because the user has asked for it already. */
export function MenuFrame({ trigger, align, className, lifted = false, typedAhead, children }: MenuFrameProps) {
  const [open, setOpen] = useState(true);
  // Radix's trigger handles pointer and keyboard itself; a click with detail 0 comes from a shortcut of the page or
  // from a screen reader.
  const handleClick = ({ detail }: MouseEvent) => {
    if (detail === 0) setOpen(true);
  };
  const handleFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    // After the menu's first opening has been rendered.
    if (target === currentTarget) queueMicrotask(() => typeInto(currentTarget, typedAhead));
  };
  // Without a portal by default: the menu stays in the landmark of its button, where screen readers look for it.
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
 * Replays typed characters to the menu: they move to the item that begins with them, and an act's letter opens its
 * preview, which asks before sending anything. Enter is not replayed: it would choose an item the user has not seen
 * focused, and some, such as Pin, act at once.
 */
function typeInto(menu: HTMLElement, typedAhead: TypedAhead): void {
  for (const key of typedAhead.take().text) {
    const press = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    // The key chose an item and the menu closes.
    if (!menu.dispatchEvent(press)) return;
  }
}
