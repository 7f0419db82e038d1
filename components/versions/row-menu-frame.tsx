"use client";

import type { ReactElement } from "react";
import { MenuFrame } from "#components/ui/overlay/menu-frame.tsx";
import type { TypedAhead } from "#components/ui/state/typed-ahead.ts";
import { type RowActions, RowMenuItems } from "./row-menu-items.tsx";

interface RowMenuFrameProps {
  readonly trigger: ReactElement;
  readonly actions: RowActions;
  readonly typedAhead: TypedAhead;
}

export function RowMenuFrame({ trigger, actions, typedAhead }: RowMenuFrameProps) {
  return (
    <MenuFrame trigger={trigger} align="end" className="w-72" typedAhead={typedAhead}>
      <RowMenuItems {...actions} />
    </MenuFrame>
  );
}
