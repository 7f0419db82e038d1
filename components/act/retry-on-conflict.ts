import { changedParts } from "#lib/act/preview/preview-changes.ts";
import type { ActAccepted, ActPreview } from "#lib/contract/act.ts";
import type { RequestFault } from "#lib/contract/request-fault.ts";

export type Confirmation =
  | { readonly kind: "accepted"; readonly accepted: ActAccepted }
  | { readonly kind: "refused"; readonly fault: RequestFault };

interface Transport {
  /** One request, bound to the preview's version. */
  readonly send: (preview: ActPreview) => Promise<Confirmation>;
  /** A new preview; undefined when none could be made. */
  readonly preview: () => Promise<ActPreview | undefined>;
  /** Hears that the last request wrote nothing and that another takes its place. */
  readonly replaced: () => void;
}

/** A Shoot at work may change between any two requests; after so many the person is asked. */
const mostAttempts = 3;

/**
 * Sends what was confirmed. A conflict means that nothing was written: when a new preview says word for word what the
 * person has confirmed, it is sent bound to the newer version; otherwise the conflict is the answer and the person is
 * asked again. No other answer is ever followed by a second request.
 */
export async function retryOnConflict(read: ActPreview, transport: Transport): Promise<Confirmation> {
  let current = read;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await transport.send(current);
    if (outcome.kind === "accepted" || outcome.fault.reason !== "conflict" || attempt === mostAttempts) return outcome;
    const newer = await transport.preview();
    if (newer === undefined || changedParts(read, newer).length > 0) return outcome;
    transport.replaced();
    current = newer;
  }
}
