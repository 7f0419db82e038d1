import "server-only";
import type { KubeResource } from "#lib/kube/resource.ts";
import { define } from "./core-resources.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

function review(group: string, plural: string, kind: string, namespaced = false): ResourceDefinition {
  const resource: KubeResource = { group, version: "v1", plural, kind, namespaced };
  return define({ resource, verbs: ["create"] });
}

/** Kinds that are asked and answered, never stored. */
export const reviewDefinitions: readonly ResourceDefinition[] = [
  review("authorization.k8s.io", "selfsubjectaccessreviews", "SelfSubjectAccessReview"),
  review("authorization.k8s.io", "selfsubjectrulesreviews", "SelfSubjectRulesReview"),
  review("authorization.k8s.io", "subjectaccessreviews", "SubjectAccessReview"),
  review("authorization.k8s.io", "localsubjectaccessreviews", "LocalSubjectAccessReview", true),
  review("authentication.k8s.io", "selfsubjectreviews", "SelfSubjectReview"),
  review("authentication.k8s.io", "tokenreviews", "TokenReview"),
];
