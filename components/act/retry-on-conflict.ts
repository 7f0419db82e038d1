import { changedPreviewSections } from "#lib/act/preview/preview-changes.ts";
import type { ActPreview, ConfirmActResponse } from "#lib/contract/act.ts";
import type { RequestError } from "#lib/contract/request-error.ts";

export type ConfirmedActResult =
  | { readonly kind: "accepted"; readonly accepted: ConfirmActResponse }
  | { readonly kind: "refused"; readonly fault: RequestError };

interface Transport {
  /** Sends one request, bound to the resourceVersion of the preview. */
  readonly send: (preview: ActPreview) => Promise<ConfirmedActResult>;
  /** Requests a new preview; undefined if that failed. */
  readonly preview: () => Promise<ActPreview | undefined>;
  /** Called before a repeated request: the previous one wrote nothing. */
  readonly replaced: () => void;
}

/** Maximum number of requests before the user is asked: a busy Shoot may change between any two of them. */
const mostAttempts = 3;

/**
 * Sends a confirmed action. After a conflict, which means that nothing was written, it requests a new preview. If that
 * equals the confirmed one, the action is sent again with the newer resourceVersion; otherwise the conflict is
 * returned. No other response causes a second request.
 */
export async function retryOnConflict(read: ActPreview, transport: Transport): Promise<ConfirmedActResult> {
  let current = read;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await transport.send(current);
    if (outcome.kind === "accepted" || outcome.fault.reason !== "conflict" || attempt === mostAttempts) return outcome;
    const newer = await transport.preview();
    if (newer === undefined || changedPreviewSections(read, newer).length > 0) return outcome;
    transport.replaced();
    current = newer;
  }
}
