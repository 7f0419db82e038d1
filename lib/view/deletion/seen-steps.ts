import { stepsOf } from "#lib/act/follow/operation-steps.ts";
import type { LastOperation } from "#lib/garden/condition.ts";
import { readLastOperation } from "#lib/policy/status/last-operation.ts";

/** A step of the deletion that this page saw. Epoch milliseconds. */
export interface SeenStep {
  readonly name: string;
  readonly firstSeenAt: number;
  /** It was there when the page looked last. */
  readonly running: boolean;
}

/**
 * The steps seen so far, with those that run now. What came and went between two looks was not seen and is not listed.
 * The same object is returned when nothing has changed.
 *
 * @param now epoch milliseconds
 */
export function seenSteps(
  before: readonly SeenStep[],
  lastOperation: LastOperation | null | undefined,
  now: number,
): readonly SeenStep[] {
  const reading = readLastOperation(lastOperation);
  const running = new Set(reading.type === "Delete" ? stepsOf(reading) : []);
  const known = before.map((step) =>
    step.running === running.has(step.name) ? step : { ...step, running: running.has(step.name) },
  );
  const names = new Set(before.map(({ name }) => name));
  const fresh = [...running]
    .filter((name) => !names.has(name))
    .map((name): SeenStep => ({ name, firstSeenAt: now, running: true }));
  const changed = fresh.length > 0 || known.some((step, index) => step !== before[index]);
  return changed ? [...known, ...fresh] : before;
}

/** The tasks of the flow that carry out the steps of the clean-up plan. */
const planTasks: ReadonlyMap<string, number> = new Map([
  ["Cleaning up webhooks", 1],
  ["Cleaning extended API groups", 2],
  ["Cleaning Kubernetes resources", 3],
]);

/** Which steps of the clean-up plan, by their order, were seen, and which run now. */
export function seenCleanUp(steps: readonly SeenStep[]): ReadonlyMap<number, "running" | "seen"> {
  return new Map(
    steps.flatMap(({ name, running }) => {
      const order = planTasks.get(name);
      return order === undefined ? [] : [[order, running ? "running" : "seen"] as const];
    }),
  );
}
