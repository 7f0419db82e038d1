import { setTimeout as pause } from "node:timers/promises";

/** Seconds until it holds, looked at every tenth of a second; undefined when it does not in time. */
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

export function seconds(value: number | undefined): string {
  return value === undefined ? "never" : `${value.toFixed(1)} s`;
}
