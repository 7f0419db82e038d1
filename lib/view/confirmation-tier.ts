import type { FleetRow } from "../contract/fleet.ts";
import type { RequestableOperation } from "../contract/operation.ts";

/** How much a person has to do before a request is sent: a small popover, a dialog, or a dialog with typing. */
export type ConfirmationTier = 1 | 2 | 3;

const base: Readonly<Record<RequestableOperation, ConfirmationTier>> = { reconcile: 1, retry: 1, maintain: 2 };
/** Typing is kept for damage: a reconcile or a retry never asks for it, whatever the cluster is for. */
const highest: Readonly<Record<RequestableOperation, ConfirmationTier>> = { reconcile: 2, retry: 2, maintain: 3 };

/** Friction matches damage: one more for production, one more for a cluster that is not well (but for Retry). */
export function confirmationTier(
  operation: RequestableOperation,
  { purpose, health }: Pick<FleetRow, "purpose" | "health">,
): ConfirmationTier {
  const raised =
    base[operation] + (purpose === "production" ? 1 : 0) + (health !== "healthy" && operation !== "retry" ? 1 : 0);
  const limited = Math.min(raised, highest[operation]);
  return limited === 1 ? 1 : limited === 2 ? 2 : 3;
}
