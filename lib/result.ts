/** A computation that may fail in an expected way. The error is data: a reason and the facts its sentence needs. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** Whether something may be done. A refusal carries its reason, so that every screen says the same sentence. */
export type Decision<Reason> = { readonly allowed: true } | { readonly allowed: false; readonly reason: Reason };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function fail<Failure>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}
