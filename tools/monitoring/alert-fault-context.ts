/** What a fault has at hand while it is held. */
export interface AlertFaultContext {
  /** What Prometheus looks at. */
  readonly figures: () => Promise<string>;
  /** Nobody looks any more, neither for its alerts nor for their end. */
  readonly left: AbortSignal;
}
