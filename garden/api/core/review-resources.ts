import "server-only";
import type { KubeResource } from "#lib/kube/resource.ts";
import { defineResource } from "../registry/define-resource.ts";
import type { ResourceDefinition } from "../registry/resource-definition.ts";

function review(
  group: string,
  plural: string,
  kind: string,
  { namespaced = false, version = "v1" }: { readonly namespaced?: boolean; readonly version?: string } = {},
): ResourceDefinition {
  const resource: KubeResource = { group, version, plural, kind, namespaced };
  return defineResource({ resource, verbs: ["create"] });
}

/** Definitions of review resources, such as SelfSubjectAccessReview: a POST is answered, but no object is stored. */
export const reviewResourceDefinitions: readonly ResourceDefinition[] = [
  review("authorization.k8s.io", "selfsubjectaccessreviews", "SelfSubjectAccessReview"),
  review("authorization.k8s.io", "selfsubjectrulesreviews", "SelfSubjectRulesReview"),
  review("authorization.k8s.io", "subjectaccessreviews", "SubjectAccessReview"),
  review("authorization.k8s.io", "localsubjectaccessreviews", "LocalSubjectAccessReview", { namespaced: true }),
  review("authentication.k8s.io", "selfsubjectreviews", "SelfSubjectReview"),
  review("authentication.k8s.io", "tokenreviews", "TokenReview"),
  // kubectl 1.27 reads only this version of the resource.
  review("authentication.k8s.io", "selfsubjectreviews", "SelfSubjectReview", { version: "v1beta1" }),
];
