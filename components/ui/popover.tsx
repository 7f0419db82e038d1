"use client";

import { clsx } from "clsx";
import * as Radix from "radix-ui/popover";
import type { ComponentProps } from "react";

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverAnchor = Radix.Anchor;
export const PopoverClose = Radix.Close;

export function PopoverContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        {...props}
        className={clsx("z-40 animate-appear rounded-card bg-raised shadow-overlay outline-none", className)}
      />
    </Radix.Portal>
  );
}
