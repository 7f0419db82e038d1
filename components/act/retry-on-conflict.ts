import { changedPreviewSections } from "#lib/act/preview/preview-changes.ts";
import type { ActPreview, ConfirmActResponse } from "#lib/contract/act.ts";
import type { RequestError } from "#lib/contract/request-error.ts";

export type Confirmation =
  | { readonly kind: "accepted"; readonly accepted: ConfirmActResponse }
  | { readonly kind: "refused"; readonly fault: RequestError };

interface Transport {
  /** Sends one request, bound to the preview's resourceVersion. */
  readonly send: (preview: ActPreview) => Promise<Confirmation>;
  /** Reads a new preview; undefined when none could be made. */
  readonly preview: () => Promise<ActPreview | undefined>;
  /** Called when the last request wrote nothing and another replaces it. */
  readonly replaced: () => void;
}

/** Limit of attempts, after which the user is asked: a busy Shoot may change between any two requests. */
const mostAttempts = 3;

/**
 * Sends a confirmed act. A conflict means that nothing was written: if a new preview is identical to the confirmed one,
 * the act is sent again with the newer version; otherwise the conflict is returned and the user is asked. No other
 * answer causes a second request.
 */
export async function retryOnConflict(read: ActPreview, transport: Transport): Promise<Confirmation> {
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
