import { clsx } from "clsx";
import { Check } from "lucide-react";
import * as Radix from "radix-ui/dropdown-menu";
import type { ComponentProps, ReactNode } from "react";

const itemClass =
  "flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 py-1 text-base outline-none select-none data-highlighted:bg-hover data-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0";

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
      <span className="flex min-w-0 flex-1 items-center gap-2">{children}</span>
      <span className="grid size-4 place-items-center">
        <Radix.ItemIndicator>
          <Check aria-hidden />
        </Radix.ItemIndicator>
      </span>
    </Radix.RadioItem>
  );
}
