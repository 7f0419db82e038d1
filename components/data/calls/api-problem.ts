import type { Problem } from "#lib/contract/problem.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import { text } from "#lib/language/text.ts";

/** Error of a call to Almanac's API. Callers should test its reason and never its text. */
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

/** Error if the server has another API version than the page: only a reload helps. */
export class OutdatedPageError extends ApiProblem {
  constructor() {
    super({ reason: "internal", detail: text("This page is of another version than the server. Reload it.") });
  }
}

export function requestErrorOf(error: unknown): RequestError {
  return error instanceof ApiProblem ? error.fault : { reason: "internal", detail: String(error) };
}

/** Whether the error means that the user has to sign in. */
export function needsSignIn(error: unknown): boolean {
  const { reason } = requestErrorOf(error);
  return reason === "not-signed-in" || reason === "session-expired";
}
