/** Result of a computation that may fail in an expected way. An error is a reason with the facts for its message. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** Whether something is allowed. A refusal contains its reason, so that every page shows the same message. */
export type Decision<Reason> = { readonly allowed: true } | { readonly allowed: false; readonly reason: Reason };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function fail<Failure>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}
