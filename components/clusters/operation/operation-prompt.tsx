"use client";

import type { RefObject } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { Popover } from "#components/ui/popover.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestableOperation } from "#lib/contract/operation.ts";
import type { ConfirmationTier } from "#lib/view/confirmation-tier.ts";
import { OperationConfirmation } from "./operation-confirmation.tsx";
import { operationLooks } from "./operation-look.ts";

interface OperationPromptProps {
  readonly row: FleetRow;
  readonly operation: RequestableOperation;
  readonly tier: ConfirmationTier;
  /** The button that asked. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** What stands between the button and the request: a popover for what does no harm, else a dialog. */
export function OperationPrompt({ row, operation, tier, anchor, open, onOpenChange }: OperationPromptProps) {
  const act = `${operationLooks[operation].verb} ${row.project}/${row.name}`;
  const confirmation = (
    <OperationConfirmation cluster={row} operation={operation} tier={tier} onDone={() => onOpenChange(false)} />
  );
  return tier === 1 ? (
    <Popover anchor={anchor} open={open} onOpenChange={onOpenChange} label={act} className="w-88">
      {confirmation}
    </Popover>
  ) : (
    <Dialog opener={anchor} open={open} onOpenChange={onOpenChange} title={`${act}?`}>
      {confirmation}
    </Dialog>
  );
}
