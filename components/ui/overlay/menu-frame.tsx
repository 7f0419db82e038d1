import { clsx } from "clsx";
import * as Radix from "radix-ui/dropdown-menu";
import { type FocusEvent, type MouseEvent, type ReactElement, type ReactNode, useState } from "react";
import type { TypeAheadBuffer } from "../state/type-ahead-buffer.ts";

interface MenuFrameProps {
  readonly trigger: ReactElement;
  readonly align: "start" | "end";
  readonly className?: string | undefined;
  /** Whether to render the menu in a portal inside the main landmark, because lines of a list would cover it. */
  readonly lifted?: boolean;
  /** Keys that the user pressed before the menu was loaded. */
  readonly typedAhead: TypeAheadBuffer;
  readonly children: ReactNode;
}

/** Menu that is already open on mount, because its code is loaded only when the user opens it. */
export function MenuFrame({ trigger, align, className, lifted = false, typedAhead, children }: MenuFrameProps) {
  const [open, setOpen] = useState(true);
  // Radix's trigger handles pointer and keyboard events itself. A click event with `detail` 0 comes from a shortcut or
  // a screen reader.
  const handleClick = ({ detail }: MouseEvent) => {
    if (detail === 0) setOpen(true);
  };
  const handleFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    // A microtask runs after the first opening of the menu has been rendered.
    if (target === currentTarget) queueMicrotask(() => typeInto(currentTarget, typedAhead));
  };
  // By default without a portal: screen readers look for the menu in the landmark of its button.
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
    // Not modal, so that the page behind an open menu can still be read, scrolled and updated.
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild onClick={handleClick}>
        {trigger}
      </Radix.Trigger>
      {lifted ? <Radix.Portal container={document.getElementById("content")}>{content}</Radix.Portal> : content}
    </Radix.Root>
  );
}

/**
 * Replays keys that were pressed before the menu was loaded. A letter moves to the item that begins with it, or opens
 * the preview of an action, which asks for confirmation. Enter is not replayed: it would choose an item that the user
 * has not seen focused.
 */
function typeInto(menu: HTMLElement, typedAhead: TypeAheadBuffer): void {
  for (const key of typedAhead.take().text) {
    const press = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    // If the key was handled by an item, the menu closes and the remaining keys are dropped.
    if (!menu.dispatchEvent(press)) return;
  }
}
