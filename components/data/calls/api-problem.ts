import type { Problem } from "#lib/contract/problem.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import { text } from "#lib/language/text.ts";

/** Error of a call to Almanac's API. Branch on `fault.reason`, never on text. */
export class ApiProblem extends Error {
  readonly fault: RequestError;
  readonly problem: Problem | undefined;

  constructor(fault: RequestError, problem?: Problem, options?: ErrorOptions) {
    super(fault.detail ?? fault.reason, options);
    this.name = "ApiProblem";
    this.fault = fault;
    this.problem = problem;
  }
}

/** Error for a server with another API version: only a reload brings the matching page. */
export class OutdatedPage extends ApiProblem {
  constructor() {
    super({ reason: "internal", detail: text("This page is of another version than the server. Reload it.") });
  }
}

export function requestErrorOf(error: unknown): RequestError {
  return error instanceof ApiProblem ? error.fault : { reason: "internal", detail: String(error) };
}

/** Whether the error requires the user to sign in (again). */
export function needsSignIn(error: unknown): boolean {
  const { reason } = requestErrorOf(error);
  return reason === "not-signed-in" || reason === "session-expired";
}
