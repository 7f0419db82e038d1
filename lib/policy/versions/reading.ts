import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import type { Reading } from "./classify.ts";

/**
 * How the maintenance controller reads a profile at an instant.
 *
 * @param now epoch milliseconds
 */
export function readingAt(now: number, rules: EditionRules = newestRules): Reading {
  return { now, model: rules("class.model"), boundary: rules("class.boundary") };
}

/**
 * How the API server reads a profile at an instant: its release may treat an expiry's exact instant differently.
 *
 * @param now epoch milliseconds
 */
export function admissionReadingAt(now: number, rules: EditionRules = newestRules): Reading {
  return { now, model: rules("class.model.admission"), boundary: rules("class.boundary.admission") };
}
