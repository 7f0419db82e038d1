/** Condition or constraint of a Shoot. `status` is True, False, Unknown, Progressing, or newer than this build. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string | null;
  readonly lastUpdateTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
  readonly codes?: readonly string[] | null;
}

/** `status.lastOperation`. Every field may be missing or newer than this build knows. */
export interface LastOperation {
  readonly type?: string;
  readonly state?: string;
  /** Progress of the operation in per cent, 0 to 100 as written by Gardener. */
  readonly progress?: number;
  readonly description?: string;
  readonly lastUpdateTime?: string | null;
}

/** Entry of a Shoot's `status.lastErrors`. */
export interface LastError {
  readonly description?: string;
  readonly taskID?: string;
  readonly codes?: readonly string[] | null;
  readonly lastUpdateTime?: string | null;
}
