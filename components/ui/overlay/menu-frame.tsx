"use client";

import type { ReactElement, ReactNode } from "react";
import { Menu, MenuContent, MenuTrigger } from "./menu.tsx";

interface MenuFrameProps {
  readonly trigger: ReactElement;
  readonly align: "start" | "end";
  readonly className?: string;
  readonly lifted?: boolean;
  readonly children: ReactNode;
}

/** A menu that is open from its first moment: it was asked for. */
export function MenuFrame({ trigger, align, className, lifted = false, children }: MenuFrameProps) {
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align={align} lifted={lifted} {...(className !== undefined && { className })}>
        {children}
      </MenuContent>
    </Menu>
  );
}
