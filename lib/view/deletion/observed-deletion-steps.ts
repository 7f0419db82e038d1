import { concurrentTasksOf } from "#lib/act/follow/operation-steps.ts";
import type { LastOperation } from "#lib/garden/condition.ts";
import { readLastOperation } from "#lib/policy/status/last-operation.ts";

/** Step of a deletion that this page has observed; times in epoch milliseconds. */
export interface ObservedDeletionStep {
  readonly name: string;
  readonly firstSeenAt: number;
  /** Whether the step was running at the last observation. */
  readonly running: boolean;
}

/**
 * Observed steps, updated with the running ones. Steps that began and ended between two observations are missing.
 * Returns the same object if nothing changed.
 *
 * @param now epoch milliseconds
 */
export function observedDeletionStepsOf(
  before: readonly ObservedDeletionStep[],
  lastOperation: LastOperation | null | undefined,
  now: number,
): readonly ObservedDeletionStep[] {
  const reading = readLastOperation(lastOperation);
  const running = new Set(reading.type === "Delete" ? concurrentTasksOf(reading) : []);
  const known = before.map((step) =>
    step.running === running.has(step.name) ? step : { ...step, running: running.has(step.name) },
  );
  const names = new Set(before.map(({ name }) => name));
  const fresh = [...running]
    .filter((name) => !names.has(name))
    .map((name): ObservedDeletionStep => ({ name, firstSeenAt: now, running: true }));
  const changed = fresh.length > 0 || known.some((step, index) => step !== before[index]);
  return changed ? [...known, ...fresh] : before;
}

/** Positions in the clean-up plan by the flow tasks that carry out the steps. */
const planTasks: ReadonlyMap<string, number> = new Map([
  ["Cleaning up webhooks", 1],
  ["Cleaning extended API groups", 2],
  ["Cleaning Kubernetes resources", 3],
]);

/** Returns the steps of the clean-up plan, by position, that were observed or are running. */
export function observedCleanupOf(steps: readonly ObservedDeletionStep[]): ReadonlyMap<number, "running" | "seen"> {
  return new Map(
    steps.flatMap(({ name, running }) => {
      const order = planTasks.get(name);
      return order === undefined ? [] : [[order, running ? "running" : "seen"] as const];
    }),
  );
}
