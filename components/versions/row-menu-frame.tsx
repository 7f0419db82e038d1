"use client";

import type { ReactElement } from "react";
import { MenuFrame } from "#components/ui/overlay/menu-frame.tsx";
import { type RowActions, RowMenuItems } from "./row-menu-items.tsx";

export function RowMenuFrame({ trigger, actions }: { readonly trigger: ReactElement; readonly actions: RowActions }) {
  return (
    <MenuFrame trigger={trigger} align="end" className="w-72">
      <RowMenuItems {...actions} />
    </MenuFrame>
  );
}
