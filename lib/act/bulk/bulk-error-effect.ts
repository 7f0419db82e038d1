import { text } from "#lib/language/text.ts";
import type { BulkError } from "./bulk-event.ts";
import type { PauseReason } from "./bulk-run.ts";

/**
 * Effect of a failed request on a bulk run. `wait`: nothing was changed, retry later. `pause`: nothing was changed, and
 * no request can succeed for now. `unanswered`: the request may have been executed. `conflict`: the cluster has changed
 * since its preview. `cluster`: the request was refused for this cluster only.
 */
export type BulkErrorEffect =
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "pause" | "unanswered"; readonly reason: PauseReason }
  | { readonly kind: "conflict" | "cluster" };

/** Default delay before a retry, if the server does not send one. */
const defaultWaitMs = 5_000;

/** Effect of an error of a preview. A failed read changes nothing and depends on no resource version. */
export function effectOfPreviewError(fault: BulkError): BulkErrorEffect {
  const effect = effectOfSendError(fault);
  if (effect.kind === "conflict") return { kind: "cluster" };
  return effect.kind === "unanswered" ? { ...effect, kind: "pause" } : effect;
}

/** Returns the effect of a failed write request. A request that may have reached the garden counts as unanswered. */
export function effectOfSendError({ reason, retryAfterMs }: BulkError): BulkErrorEffect {
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
