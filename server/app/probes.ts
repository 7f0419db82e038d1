import "server-only";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Gardens } from "./gardens.ts";
import { standingsCounted } from "./gardens-standing.ts";

/** `/livez`: whether the event loop turns. It asks nobody anything: a garden that is away is no reason to be restarted. */
export function livez(): string {
  return "ok\n";
}

/**
 * `/readyz`: whether a fleet has been read and the process is not going away. With several gardens it counts how they fare;
 * anybody may ask, so it names none.
 *
 * @throws ProblemError `not-ready`
 */
export function readyz(gardens: Pick<Gardens, "all" | "isReady">): string {
  const states = standingsCounted(gardens);
  if (!gardens.isReady()) {
    const detail = states.length === 0 ? {} : { detail: states.join("; ") };
    throw new ProblemError("not-ready", { ...detail, retryAfterSeconds: 1 });
  }
  return ["ok", ...states, ""].join("\n");
}
