/** Timestamps of a condition that changed at this instant. */
export function changedAt(at: string) {
  return { lastTransitionTime: at, lastUpdateTime: at };
}
