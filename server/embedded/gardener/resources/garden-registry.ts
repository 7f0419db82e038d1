import "server-only";
import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import { coreDefinitions } from "../../api/core/core-resources.ts";
import { reviewDefinitions } from "../../api/core/review-resources.ts";
import { createRegistry, type Registry } from "../../api/registry/registry.ts";
import { gardenDefinitions } from "./garden-resources.ts";
import { otherDefinitions } from "./other-resources.ts";

/** Every kind that a garden of a release serves: those of Kubernetes, Gardener's and reviews. */
export function createGardenRegistry(rules: EditionRules): Registry {
  return createRegistry([...coreDefinitions, ...gardenDefinitions(rules), ...otherDefinitions, ...reviewDefinitions]);
}
