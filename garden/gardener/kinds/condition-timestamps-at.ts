/** Transition and update time of a condition that changed at the given time. */
export function conditionTimestampsAt(at: string) {
  return { lastTransitionTime: at, lastUpdateTime: at };
}
