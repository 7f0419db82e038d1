import { clsx } from "clsx";
import * as Radix from "radix-ui/popover";
import type { ReactNode, RefObject } from "react";

interface PopoverProps {
  /** Button that has opened the popover. The popover is placed beside it and returns the focus to it. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly label: string;
  readonly align?: "start" | "end";
  readonly className?: string;
  /** Element that gets the focus first; by default the first control in the popover. */
  readonly firstFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** Popover that is open while mounted. */
export function Popover({ anchor, onClose, label, align = "end", className, firstFocus, children }: PopoverProps) {
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={{ current: { getBoundingClientRect: () => boxOf(anchor.current) } }} />
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          align={align}
          aria-label={label}
          {...(firstFocus && {
            onOpenAutoFocus: (event: Event) => {
              event.preventDefault();
              firstFocus.current?.focus();
            },
          })}
          onInteractOutside={(event) => {
            // The popover's button closes it by itself: if it were closed here first, the click would open it again.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus();
          }}
          className={clsx("z-40 animate-appear rounded-card bg-raised p-4 shadow-overlay outline-none", className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function boxOf(element: HTMLElement | null): DOMRect {
  return element?.getBoundingClientRect() ?? new DOMRect();
}
