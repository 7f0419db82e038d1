import "server-only";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Gardens } from "./gardens.ts";
import { countGardenStates } from "./list-gardens.ts";

/** `/livez`: succeeds while the event loop runs. It ignores the garden, whose outage is no reason for a restart. */
export function livez(): string {
  return "ok\n";
}

/**
 * `/readyz`: whether the objects of a garden have been read and the process is not shutting down. With several gardens
 * it reports the number in each state, but no names, because it is public.
 *
 * @throws ProblemError `not-ready`
 */
export function readyz(gardens: Pick<Gardens, "all" | "isReady">): string {
  const states = countGardenStates(gardens);
  if (!gardens.isReady()) {
    const detail = states.length === 0 ? {} : { detail: states.join("; ") };
    throw new ProblemError("not-ready", { ...detail, retryAfterSeconds: 1 });
  }
  return ["ok", ...states, ""].join("\n");
}
