"use client";

import { useLiveness } from "#components/data/live/use-liveness.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import type { NodesReading } from "#lib/contract/nodes.ts";
import { mayWrite } from "#lib/fleet/liveness.ts";
import { text } from "#lib/language/text.ts";

/** Why nothing can be asked of any Node from here now; undefined when something can. */
export function useNodeObstacle(reading: NodesReading | undefined): string | undefined {
  const readOnly = useReadOnlyReason();
  const online = mayWrite(useLiveness());
  if (readOnly !== undefined) return readOnly;
  if (!online) return text("This browser is offline: nothing can be requested until the connection is back.");
  if (reading?.state !== "read" || reading.mayAct) return undefined;
  return text("You are not allowed to change nodes: you cannot get an admin kubeconfig.");
}
