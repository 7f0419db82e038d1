import "server-only";
import type { Problem, ProblemReason } from "#lib/contract/problem.ts";
import { markHiddenCharacters } from "#lib/text/hidden-characters.ts";
import type { RefusalRule } from "./refusal-rule.ts";

/** The HTTP status and the title of every reason: said once, here. */
const kinds: Readonly<Record<ProblemReason, readonly [status: number, title: string]>> = {
  "invalid-request": [400, "The request is not valid"],
  "not-signed-in": [401, "Not signed in"],
  "session-expired": [401, "The session has ended"],
  "origin-refused": [403, "The request comes from another site"],
  forbidden: [403, "Not permitted"],
  "read-only": [403, "This Almanac is in read-only mode"],
  "not-found": [404, "Not found"],
  "method-not-allowed": [405, "Method not allowed"],
  conflict: [409, "The object has changed meanwhile"],
  "too-large": [413, "Too large"],
  "unsupported-media-type": [415, "Unsupported media type"],
  "refused-by-garden": [422, "The garden refused the change"],
  "refused-by-policy": [422, "Almanac does not send this"],
  "too-many-requests": [429, "Too many requests"],
  internal: [500, "Almanac failed"],
  "garden-failed": [502, "The garden failed"],
  "garden-unreachable": [503, "The garden cannot be reached"],
  "identity-provider-unavailable": [503, "The identity provider cannot be reached"],
  "not-ready": [503, "Almanac is not ready"],
  "garden-timeout": [504, "The garden did not answer in time"],
};

/** The facts of a refusal beside its reason. Everything here is shown to the user. */
export interface ProblemFacts {
  readonly detail?: string;
  readonly causes?: readonly { readonly field: string; readonly message: string }[];
  readonly gardenMessage?: string;
  readonly gardenWhole?: string;
  readonly retryAfterSeconds?: number;
}

interface ProblemOptions extends ErrorOptions {
  /** Which rule refuses, for metrics: the reason where there is none. */
  readonly rule?: RefusalRule;
}

/** Thrown on the way to an answer; `handler` turns it into problem+json. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly reason: ProblemReason;
  readonly facts: ProblemFacts;
  readonly rule: RefusalRule;

  /** By name: Next gives pages, routes and the start script a copy of this class each. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "ProblemError";
  }

  constructor(reason: ProblemReason, facts: ProblemFacts = {}, options: ProblemOptions = {}) {
    super(facts.detail ?? kinds[reason][1], options);
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
    title,
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
  // The garden's own words are in it, and what tenants wrote may be in these.
  return new Response(markHiddenCharacters(JSON.stringify(problem)), { status: problem.status, headers });
}
