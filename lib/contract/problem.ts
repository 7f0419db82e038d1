import * as z from "zod/mini";

/** Why a request failed. A closed union: screens branch on it, never on text. */
export const problemReasons = [
  "invalid-request",
  "not-signed-in",
  "session-expired",
  "origin-refused",
  "forbidden",
  /** This Almanac never writes to the garden. */
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
 * RFC 9457 problem+json: the body of every 4xx and 5xx answer of Almanac. `detail` is safe to show: it never carries a
 * stack, an upstream address or a header.
 */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  reason: z.enum(problemReasons),
  detail: z.optional(z.string()),
  /** Inputs that were wrong: a path in the body, a query parameter, or a field of the object. */
  causes: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  /** The garden's message when it refused, cut to 600 characters. */
  gardenMessage: z.optional(z.string()),
  /** Complete message, verbatim, where `gardenMessage` or `causes` leave something out. */
  gardenWhole: z.optional(z.string()),
  retryAfterSeconds: z.optional(z.int().check(z.nonnegative())),
  requestId: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;
