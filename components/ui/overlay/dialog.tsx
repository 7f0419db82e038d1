import { clsx } from "clsx";
import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { type ReactNode, type RefObject, useRef } from "react";
import { text } from "#lib/language/text.ts";
import { Button } from "../button.tsx";
import { useMayOpenDialog } from "./urgent-dialog.ts";

interface DialogProps {
  readonly onClose: () => void;
  /** Element that gets the focus back when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
  /** Title that names the action and its object, instead of "Are you sure?". */
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  readonly wide?: boolean;
  /** Whether to use the role `alertdialog`, which screen readers read out completely: only for irreversible actions. */
  readonly alert?: boolean;
  /** Whether Almanac opened the dialog: no other dialog opens above it, and a click outside does not close it. */
  readonly urgent?: boolean;
  /** Element that gets the focus first; by default the heading. */
  readonly firstFocus?: RefObject<HTMLElement | null>;
}

/** Modal dialog, open while mounted. The heading gets the focus first, so that screen readers begin there. */
export function Dialog({ onClose, opener, title, description, children, footer, ...form }: DialogProps) {
  const { wide = false, alert = false, urgent = false, firstFocus } = form;
  const isOpen = useMayOpenDialog({ urgent });
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = (event: Event) => {
    event.preventDefault();
    (firstFocus ?? heading).current?.focus();
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          onOpenAutoFocus={focusHeading}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          {...(alert && { role: "alertdialog" })}
          {...(urgent && { onInteractOutside: keepOpen })}
          className={clsx(
            "fixed inset-x-4 z-40 mx-auto flex animate-rise flex-col rounded-card bg-raised shadow-overlay outline-none",
            wide
              ? "top-[6dvh] max-h-[88dvh] max-w-2xl max-sm:inset-x-2 max-sm:top-[3dvh] max-sm:max-h-[94dvh]"
              : "top-[12dvh] max-h-[76dvh] max-w-lg",
          )}
        >
          <header className="flex items-start gap-4 px-6 pt-5 pb-3 max-sm:px-4">
            <div className="min-w-0 flex-1">
              <Radix.Title ref={heading} tabIndex={-1} className="text-md font-semibold text-balance outline-none">
                {title}
              </Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-base text-pretty text-secondary">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="ghost" size="iconSm" aria-label={text("Close")} className="-mt-1 -mr-2">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </header>
          {children !== undefined && (
            <div className="scrollbar-thin relative min-h-0 flex-1 overflow-y-auto px-6 pb-4 max-sm:px-4">
              {children}
            </div>
          )}
          {footer !== undefined && (
            <footer className="flex flex-wrap items-center justify-end gap-2 px-6 pt-3 pb-5 max-sm:px-4">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function keepOpen(event: Event): void {
  event.preventDefault();
}

export const DialogClose = Radix.Close;
