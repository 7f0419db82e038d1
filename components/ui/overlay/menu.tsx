import { clsx } from "clsx";
import { Check } from "lucide-react";
import * as Radix from "radix-ui/dropdown-menu";
import type { ComponentProps, ReactNode } from "react";

const itemClass =
  "flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 py-1 text-base outline-none select-none data-highlighted:bg-hover data-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0";

/** Not modal: the page behind stays readable, scrollable and live while a menu is open. */
export function Menu({ children, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root modal={false} {...props}>
      {children}
    </Radix.Root>
  );
}

export const MenuTrigger = Radix.Trigger;

interface MenuContentProps extends ComponentProps<typeof Radix.Content> {
  /** Lifted out of a list whose lines would cover it; it stays in the page's main landmark. */
  readonly lifted?: boolean;
}

export function MenuContent({ className, lifted = false, ...props }: MenuContentProps) {
  // Not in a portal of the document: it stays inside the landmark of its button, where screen readers look for it.
  const content = (
    <Radix.Content
      sideOffset={6}
      collisionPadding={8}
      align="end"
      {...props}
      className={clsx(
        "scrollbar-thin z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-appear overflow-y-auto rounded-card bg-raised p-1 shadow-overlay outline-none",
        className,
      )}
    />
  );
  return lifted ? <Radix.Portal container={document.getElementById("content")}>{content}</Radix.Portal> : content;
}

export function MenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item {...props} className={clsx(itemClass, className)} />;
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <Radix.Label className="px-2 pt-2 pb-1 text-xs font-medium text-tertiary">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-hairline" />;
}

export const MenuRadioGroup = Radix.RadioGroup;

export function MenuRadioItem({ children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem {...props} className={itemClass}>
      <Marker>{children}</Marker>
    </Radix.RadioItem>
  );
}

export function MenuCheckboxItem({ children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem {...props} className={itemClass}>
      <Marker>{children}</Marker>
    </Radix.CheckboxItem>
  );
}

function Marker({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <span className="flex min-w-0 flex-1 items-center gap-2">{children}</span>
      <span className="grid size-4 place-items-center">
        <Radix.ItemIndicator>
          <Check aria-hidden />
        </Radix.ItemIndicator>
      </span>
    </>
  );
}
