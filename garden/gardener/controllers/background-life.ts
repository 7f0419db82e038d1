import type { Shoot } from "#lib/garden/shoot.ts";
import { keyOf } from "./client/shoot-client.ts";
import type { ControllerContext } from "./context/controller-context.ts";

/** Between two syncs that nobody asked for, in milliseconds. */
const shortestMs = 20_000;
const longestMs = 40_000;

/**
 * The regular sync of gardenlet, which in a real garden passes over every Shoot once an hour: every half minute one quiet
 * Shoot is reconciled, so that a landscape without users is seen to move.
 */
export function startBackgroundLife(
  { client, clock, random, signal }: ControllerContext,
  sync: (key: string) => void,
): void {
  let cancel: () => void = () => undefined;
  const wait = (): void => {
    cancel = clock.setTimer(random.int(shortestMs, longestMs), () => {
      // whoever moves the clock by weeks waits for what the time brings, and not for a million quiet reconciles
      const [first, ...rest] = clock.hurried === true ? [] : client.list().filter(isQuiet);
      if (first) sync(keyOf(random.pick([first, ...rest])));
      wait();
    });
  };
  signal.addEventListener("abort", () => cancel());
  wait();
}

function isQuiet({ metadata, status }: Shoot): boolean {
  return status?.lastOperation?.state === "Succeeded" && status.hibernated !== true && !metadata.deletionTimestamp;
}
