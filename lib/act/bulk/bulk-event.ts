import type { Act, ConfirmActRequest } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import type { PauseReason, PreviewDigest } from "./bulk-run.ts";

export interface BulkError extends RequestError {
  /** Delay that the server asked for before the next request, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Identifies the cluster and the attempt to which a response belongs; responses to earlier attempts are ignored. */
interface About {
  readonly uid: string;
  readonly attempt: number;
}

/** Events of a bulk run: user input, responses of the server, changed rows of clusters, and time. */
export type BulkEvent =
  | { readonly type: "start" | "pause" | "resume" | "stop" | "retry-failed" }
  /** This tab has taken over the run; answers to the previous tab are lost. */
  | { readonly type: "adopted" }
  | { readonly type: "interrupted"; readonly reason: PauseReason; readonly message?: string }
  | (About & {
      readonly type: "previewed";
      readonly act: Act;
      readonly digest: PreviewDigest;
      /** Current row of the cluster; undefined when the fleet no longer contains it. */
      readonly row: FleetRow | undefined;
    })
  /** The act could not be composed, because the cluster has nothing to change. */
  | (About & { readonly type: "not-applicable"; readonly reason: string })
  | (About & { readonly type: "preview-failed"; readonly fault: BulkError })
  | (About & { readonly type: "accepted"; readonly resourceVersion: string })
  | (About & { readonly type: "refused"; readonly fault: BulkError })
  | { readonly type: "seen"; readonly rowOf: (uid: string) => FleetRow | undefined }
  | { readonly type: "tick" };

/** Commands for the driver of a bulk run. The driver sends no other requests. */
export type BulkCommand =
  | (About & { readonly kind: "preview" })
  | (About & { readonly kind: "send"; readonly body: ConfirmActRequest });
