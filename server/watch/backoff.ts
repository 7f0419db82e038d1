import "server-only";
import type { ServerClock } from "./clock.ts";

const firstMs = 800;
const lastMs = 30_000;
/** Maximum wait before a watch that worked is resumed, without jitter; short, because resuming is cheap. */
const lastOfWorkingMs = 4_000;
const factor = 2;
const healthyAgainMs = 120_000;
/** Maximum wait in milliseconds, whatever the API server's Retry-After. */
const longestRetryAfterMs = 600_000;

export type Backoff = ReturnType<typeof createBackoff>;

interface Wait {
  /** Whether the next request resumes a watch, instead of listing all objects. */
  readonly resumes: boolean;
  readonly retryAfterSeconds?: number | undefined;
}

/** Waits of 0.8 s doubling to 30 s, with up to 100 % jitter, like client-go's reflector; shorter if a watch worked. */
export function createBackoff(clock: ServerClock, random: () => number) {
  let stepMs = firstMs;
  let healthySinceMs: number | undefined;
  return {
    /** The next wait in milliseconds: the current step with jitter, or longer when the API server asked for it. */
    next({ resumes, retryAfterSeconds = 0 }: Wait): number {
      const healthyMs = healthySinceMs === undefined ? 0 : clock.monotonicMs() - healthySinceMs;
      if (healthyMs >= healthyAgainMs) stepMs = firstMs;
      else if (resumes && healthySinceMs !== undefined) stepMs = Math.min(stepMs, lastOfWorkingMs);
      healthySinceMs = undefined;
      const waitMs = stepMs * (1 + random());
      stepMs = Math.min(stepMs * factor, lastMs);
      return Math.max(waitMs, Math.min(retryAfterSeconds * 1000, longestRetryAfterMs));
    },
    /** Call it when the watch works. After two minutes without an error, the next wait is the shortest again. */
    markHealthy(): void {
      healthySinceMs ??= clock.monotonicMs();
    },
  };
}
