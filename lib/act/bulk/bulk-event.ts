import type { Act, ActBody } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestFault } from "#lib/contract/request-fault.ts";
import type { PauseReason, PreviewDigest } from "./bulk-run.ts";

export interface BulkFault extends RequestFault {
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number;
}

/** Whom an answer is about: an answer to an earlier attempt counts for nothing. */
interface About {
  readonly uid: string;
  readonly attempt: number;
}

/** What happens to a run: a person acts, an answer comes, the fleet shows something, time passes. */
export type BulkEvent =
  | { readonly type: "start" | "pause" | "resume" | "stop" | "retry-failed" }
  /** A tab has taken the run over: whoever waited for answers is gone. */
  | { readonly type: "adopted" }
  | { readonly type: "interrupted"; readonly reason: PauseReason; readonly message?: string }
  | (About & {
      readonly type: "previewed";
      readonly act: Act;
      readonly digest: PreviewDigest;
      /** What the fleet shows of the cluster at this moment. */
      readonly row: FleetRow | undefined;
    })
  /** The act could not be composed: the cluster offers nothing to do. */
  | (About & { readonly type: "not-applicable"; readonly reason: string })
  | (About & { readonly type: "preview-failed"; readonly fault: BulkFault })
  | (About & { readonly type: "accepted"; readonly resourceVersion: string })
  | (About & { readonly type: "refused"; readonly fault: BulkFault })
  | { readonly type: "seen"; readonly rowOf: (uid: string) => FleetRow | undefined }
  | { readonly type: "tick" };

/** What the driver has to do. Nothing else ever leaves the browser for a run. */
export type BulkCommand =
  | (About & { readonly kind: "preview" })
  | (About & { readonly kind: "send"; readonly body: ActBody });
