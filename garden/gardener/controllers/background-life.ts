import type { Shoot } from "#lib/garden/shoot.ts";
import { shootKeyOf } from "./client/shoot-client.ts";
import type { ControllerContext } from "./context/controller-context.ts";

/** Time between two background syncs, in milliseconds. */
const shortestMs = 20_000;
const longestMs = 40_000;

/**
 * Simulates the regular sync of gardenlet: about every 30 seconds one idle Shoot is reconciled, so that a demo
 * landscape shows activity. A real gardenlet reconciles each Shoot once an hour.
 */
export function startBackgroundSync(
  { client, clock, random, signal }: ControllerContext,
  sync: (key: string) => void,
): void {
  let cancel: () => void = () => undefined;
  const wait = (): void => {
    cancel = clock.setTimer(random.int(shortestMs, longestMs), () => {
      // Skipped while the clock is moved by weeks, because a million reconciliations would run without any effect.
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
