import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import type { ClassificationContext } from "./classify.ts";

/**
 * How the maintenance controller reads a profile at an instant.
 *
 * @param now epoch milliseconds
 */
export function classificationContextAt(now: number, rules: GardenerRules = newestRules): ClassificationContext {
  return { now, model: rules("class.model"), boundary: rules("class.boundary") };
}

/**
 * How the API server reads a profile at an instant: its release may treat an expiry's exact instant differently.
 *
 * @param now epoch milliseconds
 */
export function admissionClassificationContextAt(
  now: number,
  rules: GardenerRules = newestRules,
): ClassificationContext {
  return { now, model: rules("class.model.admission"), boundary: rules("class.boundary.admission") };
}
