import { text } from "#lib/language/text.ts";
import type { BulkFault } from "./bulk-event.ts";
import type { PauseReason } from "./bulk-run.ts";

/**
 * What a fault means for a run. `wait`: nothing was done, later again. `pause`: nothing was done, and for the time being
 * nothing can be. `unanswered`: it may have been done. `conflict`: the cluster changed in between. `cluster`: this
 * cluster is refused, for a reason of its own.
 */
export type FaultEffect =
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "pause" | "unanswered"; readonly reason: PauseReason }
  | { readonly kind: "conflict" | "cluster" };

/** Where the server does not say how long to wait. */
const defaultWaitMs = 5_000;

/** What a fault of a reading means: a reading that failed has changed nothing, and is bound to no version. */
export function effectOnPreview(fault: BulkFault): FaultEffect {
  const effect = effectOnSend(fault);
  if (effect.kind === "conflict") return { kind: "cluster" };
  return effect.kind === "unanswered" ? { ...effect, kind: "pause" } : effect;
}

/** What a fault of the one request that writes means. Whatever may have reached the garden counts as unanswered. */
export function effectOnSend({ reason, retryAfterMs }: BulkFault): FaultEffect {
  switch (reason) {
    case "too-many-requests":
      return { kind: "wait", ms: retryAfterMs ?? defaultWaitMs };
    case "conflict":
      return { kind: "conflict" };
    case "not-signed-in":
    case "session-expired":
    case "origin-refused":
      return { kind: "pause", reason: "session" };
    case "read-only":
      return { kind: "pause", reason: "read-only" };
    case "not-ready":
      return { kind: "pause", reason: "garden" };
    case "unreachable":
    case "timeout":
    case "garden-unreachable":
    case "garden-timeout":
    case "garden-failed":
    case "internal":
      return { kind: "unanswered", reason: "garden" };
    default:
      return { kind: "cluster" };
  }
}

export function faultWords({ reason, detail, gardenMessage }: BulkFault): string {
  return [
    detail ?? reason,
    ...(gardenMessage === undefined ? [] : [text("The garden says: {message}", { message: gardenMessage })]),
  ].join(" ");
}
