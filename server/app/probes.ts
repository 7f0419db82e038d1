import "server-only";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Gardens } from "./gardens.ts";
import { countGardenStates } from "./list-gardens.ts";

/** `/livez`: succeeds while the event loop runs. It calls nothing: an unreachable garden is no reason for a restart. */
export function livez(): string {
  return "ok\n";
}

/**
 * `/readyz`: whether a fleet has been read and the process is not shutting down. With several gardens it reports the
 * number in each state; it is public, so it names none.
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
