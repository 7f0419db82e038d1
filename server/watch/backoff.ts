import "server-only";
import type { ServerClock } from "./clock.ts";

const firstMs = 800;
const lastMs = 30_000;
/** Resuming a watch that has worked is cheap, and users wait for its data: at most eight seconds with jitter. */
const lastOfWorkingMs = 4_000;
const factor = 2;
const healthyAgainMs = 120_000;
/** Upper bound on the garden's Retry-After. */
const longestRetryAfterMs = 600_000;

export type Backoff = ReturnType<typeof createBackoff>;

interface Wait {
  /** Whether a watch resumes at the last version, instead of a list. */
  readonly resumes: boolean;
  readonly retryAfterSeconds?: number | undefined;
}

/** 0.8 s doubling to 30 s, with up to 100 % jitter, like client-go's reflector; shorter where a watch has worked. */
export function createBackoff(clock: ServerClock, random: () => number) {
  let stepMs = firstMs;
  let healthySinceMs: number | undefined;
  return {
    /** The next wait: a jittered, doubling time, or longer when the garden asked for it. */
    next({ resumes, retryAfterSeconds = 0 }: Wait): number {
      const healthyMs = healthySinceMs === undefined ? 0 : clock.monotonicMs() - healthySinceMs;
      if (healthyMs >= healthyAgainMs) stepMs = firstMs;
      else if (resumes && healthySinceMs !== undefined) stepMs = Math.min(stepMs, lastOfWorkingMs);
      healthySinceMs = undefined;
      const waitMs = stepMs * (1 + random());
      stepMs = Math.min(stepMs * factor, lastMs);
      return Math.max(waitMs, Math.min(retryAfterSeconds * 1000, longestRetryAfterMs));
    },
    /** Call when the watch works. After two minutes of that the next wait starts small again. */
    markHealthy(): void {
      healthySinceMs ??= clock.monotonicMs();
    },
  };
}
