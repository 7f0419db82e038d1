import "server-only";
import { coreDefinitions } from "#garden/api/core/core-resources.ts";
import { reviewDefinitions } from "#garden/api/core/review-resources.ts";
import { createRegistry, type Registry } from "#garden/api/registry/registry.ts";
import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import { gardenDefinitions } from "./garden-resources.ts";
import { otherDefinitions } from "./other-resources.ts";

/** Every kind that a garden of a release serves: those of Kubernetes, Gardener's and reviews. */
export function createGardenRegistry(rules: EditionRules): Registry {
  return createRegistry([...coreDefinitions, ...gardenDefinitions(rules), ...otherDefinitions, ...reviewDefinitions]);
}
