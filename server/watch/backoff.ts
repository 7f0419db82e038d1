import "server-only";
import type { Clock } from "./clock.ts";

const firstMs = 800;
const lastMs = 30_000;
/** To go on with a watch that has worked costs little, and people look at what it brings: eight seconds at most. */
const lastOfWorkingMs = 4_000;
const factor = 2;
const healthyAgainMs = 120_000;
/** A garden may ask for patience, but not for being forgotten. */
const longestRetryAfterMs = 600_000;

export type Backoff = ReturnType<typeof createBackoff>;

interface Wait {
  /** Whether what follows is a watch from where the last one ended, not a list. */
  readonly resumes: boolean;
  readonly retryAfterSeconds?: number | undefined;
}

/** 0.8 s doubling to 30 s, each stretched by up to its own length again, as client-go's reflector waits; less where a watch has worked. */
export function createBackoff(clock: Clock, random: () => number) {
  let stepMs = firstMs;
  let healthySinceMs: number | undefined;
  return {
    /** How long to wait now: a jittered, doubling time, or longer when the garden asked for it. */
    next({ resumes, retryAfterSeconds = 0 }: Wait): number {
      const healthyMs = healthySinceMs === undefined ? 0 : clock.monotonicMs() - healthySinceMs;
      if (healthyMs >= healthyAgainMs) stepMs = firstMs;
      else if (resumes && healthySinceMs !== undefined) stepMs = Math.min(stepMs, lastOfWorkingMs);
      healthySinceMs = undefined;
      const waitMs = stepMs * (1 + random());
      stepMs = Math.min(stepMs * factor, lastMs);
      return Math.max(waitMs, Math.min(retryAfterSeconds * 1000, longestRetryAfterMs));
    },
    /** The watch works. After two minutes of that the next wait starts small again. */
    markHealthy(): void {
      healthySinceMs ??= clock.monotonicMs();
    },
  };
}
