import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import type { ClassificationContext } from "./classify.ts";

/**
 * How the maintenance controller interprets lifecycle dates of a CloudProfile at an instant.
 *
 * @param now epoch milliseconds
 */
export function classificationContextAt(now: number, rules: GardenerRules = newestRules): ClassificationContext {
  return { now, model: rules("class.model"), boundary: rules("class.boundary") };
}

/**
 * How the API server reads a profile's dates; by its release it may treat an expiry's exact instant unlike maintenance.
 *
 * @param now epoch milliseconds
 */
export function admissionClassificationContextAt(
  now: number,
  rules: GardenerRules = newestRules,
): ClassificationContext {
  return { now, model: rules("class.model.admission"), boundary: rules("class.boundary.admission") };
}
