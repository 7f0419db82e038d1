import type { Shoot } from "#lib/garden/shoot.ts";
import { shootKeyOf } from "./client/shoot-client.ts";
import type { ControllerContext } from "./context/controller-context.ts";

/** Time between two background syncs, in milliseconds. */
const shortestMs = 20_000;
const longestMs = 40_000;

/**
 * Simulates gardenlet's regular sync, which in a real garden reconciles every Shoot once an hour: about every 30
 * seconds one idle Shoot is reconciled, so that a landscape without users shows activity.
 */
export function startBackgroundLife(
  { client, clock, random, signal }: ControllerContext,
  sync: (key: string) => void,
): void {
  let cancel: () => void = () => undefined;
  const wait = (): void => {
    cancel = clock.setTimer(random.int(shortestMs, longestMs), () => {
      // skipped during a time jump of weeks, which would otherwise run a million reconciles without effect
      const [first, ...rest] = clock.hurried === true ? [] : client.list().filter(isQuiet);
      if (first) sync(shootKeyOf(random.pick([first, ...rest])));
      wait();
    });
  };
  signal.addEventListener("abort", () => cancel());
  wait();
}

function isQuiet({ metadata, status }: Shoot): boolean {
  return status?.lastOperation?.state === "Succeeded" && status.hibernated !== true && !metadata.deletionTimestamp;
}
