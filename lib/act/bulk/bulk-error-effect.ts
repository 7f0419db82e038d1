import { text } from "#lib/language/text.ts";
import type { BulkError } from "./bulk-event.ts";
import type { PauseReason } from "./bulk-run.ts";

/**
 * Effect of an error on a run. `wait`: nothing was done, retry later. `pause`: nothing was done, and nothing can be
 * done for now. `unanswered`: it may have been done. `conflict`: the cluster has changed. `cluster`: the request for
 * this cluster was refused.
 */
export type BulkErrorEffect =
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "pause" | "unanswered"; readonly reason: PauseReason }
  | { readonly kind: "conflict" | "cluster" };

/** Used if the server does not say how long to wait. */
const defaultWaitMs = 5_000;

/** Effect of an error of a preview. A failed read changes nothing and depends on no resource version. */
export function effectOnPreview(fault: BulkError): BulkErrorEffect {
  const effect = effectOnSend(fault);
  if (effect.kind === "conflict") return { kind: "cluster" };
  return effect.kind === "unanswered" ? { ...effect, kind: "pause" } : effect;
}

/** Effect of an error of the writing request. A request that may have reached the garden counts as unanswered. */
export function effectOnSend({ reason, retryAfterMs }: BulkError): BulkErrorEffect {
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

export function describeBulkError({ reason, detail, gardenMessage }: BulkError): string {
  return [
    detail ?? reason,
    ...(gardenMessage === undefined ? [] : [text("The garden says: {message}", { message: gardenMessage })]),
  ].join(" ");
}
