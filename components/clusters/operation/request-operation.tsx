"use client";

import { lazy, Suspense, useRef, useState } from "react";
import { useOperationRequest } from "#components/data/operation-requests.ts";
import { useReadOnlyReason } from "#components/data/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestableOperation } from "#lib/contract/operation.ts";
import { confirmationTier } from "#lib/view/confirmation-tier.ts";
import { isUnderWay, operationProgress } from "#lib/view/operation-progress.ts";
import { progressWords } from "#lib/view/progress-words.ts";
import { operationLooks } from "./operation-look.ts";

// Only who opens it needs the rules of operations, their sentences and the overlay.
const OperationPrompt = lazy(async () => ({ default: (await import("./operation-prompt.tsx")).OperationPrompt }));

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
  const anchor = useRef<HTMLButtonElement>(null);
  const { verb, icon: Icon } = operationLooks[operation];
  const waiting = useWaitingWords(row, operation);
  const readOnly = useReadOnlyReason();
  return (
    <>
      <Button
        ref={anchor}
        size={compact ? "xs" : "md"}
        disabledReason={open ? undefined : (readOnly ?? disabledReason ?? waiting)}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        {...(compact && { "data-grid-widget": true, tabIndex: -1, "aria-label": `${verb} ${row.name}` })}
      >
        <Icon aria-hidden />
        {verb}
      </Button>
      <Suspense>
        {open && (
          <OperationPrompt
            row={row}
            operation={operation}
            tier={confirmationTier(operation, row)}
            anchor={anchor}
            open={open}
            onOpenChange={setOpen}
          />
        )}
      </Suspense>
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
