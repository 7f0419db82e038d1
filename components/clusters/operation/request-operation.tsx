"use client";

import { lazy, Suspense, useState } from "react";
import { useOperationRequest } from "#components/data/operation-requests.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestableOperation } from "#lib/contract/operation.ts";
import { confirmationTier } from "#lib/view/confirmation-tier.ts";
import { isUnderWay, operationProgress } from "#lib/view/operation-progress.ts";
import { progressWords } from "#lib/view/progress-words.ts";
import { operationLooks } from "./operation-look.ts";

// Only who opens a confirmation needs the rules of operations and their sentences.
const OperationConfirmation = lazy(async () => ({
  default: (await import("./operation-confirmation.tsx")).OperationConfirmation,
}));

interface RequestOperationProps {
  readonly row: FleetRow;
  readonly operation: RequestableOperation;
  /** Why it makes no sense now, when that is known before asking the garden. */
  readonly disabledReason?: string | undefined;
  /** Inside a line of the list. */
  readonly compact?: boolean;
}

/** The button of an operation, and what stands between it and the request: as much as the damage calls for. */
export function RequestOperation({ row, operation, disabledReason, compact = false }: RequestOperationProps) {
  const [open, setOpen] = useState(false);
  const { verb, icon: Icon } = operationLooks[operation];
  const waiting = useWaitingWords(row, operation);
  const tier = confirmationTier(operation, row);
  const reason = disabledReason ?? waiting;
  const button = (
    <Button
      size={compact ? "xs" : "md"}
      disabledReason={reason}
      {...(compact ? { "data-grid-widget": true, tabIndex: -1, "aria-label": `${verb} ${row.name}` } : {})}
    >
      <Icon aria-hidden />
      {verb}
    </Button>
  );
  if (reason !== undefined) return button;
  const confirmation = (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <OperationConfirmation cluster={row} operation={operation} tier={tier} onDone={() => setOpen(false)} />
    </Suspense>
  );
  if (tier === 1)
    return (
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>{button}</PopoverTrigger>
        <PopoverContent
          align={compact ? "start" : "end"}
          aria-label={`${verb} ${row.project}/${row.name}`}
          className="w-88 p-4"
          onKeyDown={(event) => event.stopPropagation()}
        >
          {open && confirmation}
        </PopoverContent>
      </Popover>
    );
  return (
    <>
      <Button
        size={compact ? "xs" : "md"}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...(compact ? { "data-grid-widget": true, tabIndex: -1, "aria-label": `${verb} ${row.name}` } : {})}
      >
        <Icon aria-hidden />
        {verb}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={`${verb} ${row.project}/${row.name}?`}>
        {confirmation}
      </Dialog>
    </>
  );
}

/** A request that is under way must be seen to end before the next one. */
function useWaitingWords(row: FleetRow, operation: RequestableOperation): string | undefined {
  const request = useOperationRequest(row.uid);
  const now = useNow(5_000);
  if (!request) return undefined;
  const progress = operationProgress(request, row, now);
  if (!isUnderWay(progress)) return undefined;
  const { verb } = operationLooks[request.operation];
  return request.operation === operation
    ? `${progressWords(progress)}: wait until its end is seen.`
    : `${verb} is under way (${progressWords(progress).toLowerCase()}).`;
}
