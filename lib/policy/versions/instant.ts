import { parseInstant } from "#lib/kube/instant.ts";

const finerThanMilliseconds = /[.,]\d{3}\d*[1-9]\d*(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses an instant to epoch milliseconds, preserving order against whole milliseconds: a finer fraction counts as half
 * a millisecond. One nanosecond after an expiry is after it, which a plain Date would lose.
 *
 * @returns undefined for a missing or malformed text
 */
export function parseOrderedInstant(text: unknown): number | undefined {
  const ms = parseInstant(text);
  if (ms === undefined || typeof text !== "string") return ms;
  return finerThanMilliseconds.test(text) ? ms + 0.5 : ms;
}
