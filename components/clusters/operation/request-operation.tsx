"use client";

import { Button } from "#components/ui/button.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestableOperation } from "#lib/contract/operation.ts";

export function RequestOperation({
  operation,
}: {
  readonly row: FleetRow;
  readonly operation: RequestableOperation;
  readonly compact?: boolean;
}) {
  return (
    <Button size="xs" data-grid-widget>
      {operation}
    </Button>
  );
}
