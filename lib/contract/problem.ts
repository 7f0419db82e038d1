import * as z from "zod/mini";

/** Reasons why a request failed. Clients decide by the reason, never by the text. */
export const problemReasons = [
  "invalid-request",
  "not-signed-in",
  "session-expired",
  "origin-refused",
  "forbidden",
  /** Almanac is configured not to write to the garden. */
  "read-only",
  "not-found",
  "conflict",
  "refused-by-garden",
  /** Almanac's own rules refuse a request that the garden would accept; `causes` names the rules. */
  "refused-by-policy",
  "too-large",
  "unsupported-media-type",
  "method-not-allowed",
  "too-many-requests",
  "garden-unreachable",
  "garden-timeout",
  "garden-failed",
  /** The identity provider did not answer, or answered incorrectly. */
  "identity-provider-unavailable",
  "not-ready",
  "internal",
] as const;

export type ProblemReason = (typeof problemReasons)[number];

/**
 * RFC 9457 problem+json: the body of every response of Almanac with a status of 4xx or 5xx. `detail` can be shown to
 * users: it never contains a stack trace, an address of another server or a header.
 */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  reason: z.enum(problemReasons),
  detail: z.optional(z.string()),
  /** Invalid inputs: a path in the body, a query parameter, or a field of the object. */
  causes: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  /** Message with which the garden refused the request, cut to 600 characters. */
  gardenMessage: z.optional(z.string()),
  /** Complete message, verbatim, where `gardenMessage` or `causes` leave something out. */
  gardenWhole: z.optional(z.string()),
  retryAfterSeconds: z.optional(z.int().check(z.nonnegative())),
  requestId: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;
