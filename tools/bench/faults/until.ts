import { setTimeout as pause } from "node:timers/promises";

/** Seconds until the condition holds, checked ten times a second; undefined if it does not hold in time. */
export async function secondsUntil(
  holds: () => boolean | Promise<boolean>,
  mostSeconds: number,
): Promise<number | undefined> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  for (;;) {
    if (await holds()) return seconds();
    if (seconds() > mostSeconds) return undefined;
    await pause(100);
  }
}

export function formatSeconds(value: number | undefined): string {
  return value === undefined ? "never" : `${value.toFixed(1)} s`;
}
