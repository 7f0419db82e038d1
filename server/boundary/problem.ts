import "server-only";
import type { Problem, ProblemReason } from "#lib/contract/problem.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { markHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import type { RejectionRule } from "./rejection-rule.ts";

/** HTTP status and title of every problem reason. */
const kinds: Readonly<Record<ProblemReason, readonly [status: number, title: Message]>> = {
  "invalid-request": [400, message("The request is not valid")],
  "not-signed-in": [401, message("Not signed in")],
  "session-expired": [401, message("The session has ended")],
  "origin-refused": [403, message("The request comes from another site")],
  forbidden: [403, message("Not permitted")],
  "read-only": [403, message("This Almanac is in read-only mode")],
  "not-found": [404, message("Not found")],
  "method-not-allowed": [405, message("Method not allowed")],
  conflict: [409, message("The object has changed meanwhile")],
  "too-large": [413, message("Too large")],
  "unsupported-media-type": [415, message("Unsupported media type")],
  "refused-by-garden": [422, message("The garden refused the change")],
  "refused-by-policy": [422, message("Almanac does not send this")],
  "too-many-requests": [429, message("Too many requests")],
  internal: [500, message("Almanac failed")],
  "garden-failed": [502, message("The garden failed")],
  "garden-unreachable": [503, message("The garden cannot be reached")],
  "identity-provider-unavailable": [503, message("The identity provider cannot be reached")],
  "not-ready": [503, message("Almanac is not ready")],
  "garden-timeout": [504, message("The garden did not answer in time")],
};

/** Details of a problem response besides its reason. All are shown to the user. */
export interface ProblemFacts {
  readonly detail?: string;
  readonly causes?: readonly { readonly field: string; readonly message: string }[];
  readonly gardenMessage?: string;
  readonly gardenWhole?: string;
  readonly retryAfterSeconds?: number;
}

interface ProblemOptions extends ErrorOptions {
  /** Name of the rule that refused the request, for metrics; defaults to the reason. */
  readonly rule?: RejectionRule;
}

/** An error that becomes a problem+json response when a route throws it. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly reason: ProblemReason;
  readonly facts: ProblemFacts;
  readonly rule: RejectionRule;

  /** Compares by name, because Next.js loads a separate copy of this class for pages, routes and the start script. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "ProblemError";
  }

  constructor(reason: ProblemReason, facts: ProblemFacts = {}, options: ProblemOptions = {}) {
    super(facts.detail ?? text(kinds[reason][1]), options);
    this.reason = reason;
    this.facts = facts;
    this.rule = options.rule ?? reason;
  }
}

export function toProblem(error: ProblemError, requestId: string): Problem {
  const [status, title] = kinds[error.reason];
  const { detail, causes, gardenMessage, gardenWhole, retryAfterSeconds } = error.facts;
  return {
    type: `urn:almanac:problem:${error.reason}`,
    title: text(title),
    status,
    reason: error.reason,
    ...(detail === undefined ? {} : { detail }),
    ...(causes === undefined ? {} : { causes: causes.map((cause) => ({ ...cause })) }),
    ...(gardenMessage === undefined ? {} : { gardenMessage }),
    ...(gardenWhole === undefined ? {} : { gardenWhole }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    requestId,
  };
}

export function problemResponse(problem: Problem): Response {
  const headers = new Headers({ "content-type": "application/problem+json" });
  if (problem.retryAfterSeconds !== undefined) headers.set("retry-after", String(problem.retryAfterSeconds));
  // The body contains the error message of the garden's API server, which may quote text written by other tenants.
  return new Response(markHiddenCharacters(JSON.stringify(problem)), { status: problem.status, headers });
}
