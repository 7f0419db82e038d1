import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { GardenAccess } from "./garden-access.ts";

/** Whether the user of the access is allowed to use a verb on a resource. */
export async function mayDo(access: GardenAccess, resourceAttributes: ResourceAttributes): Promise<boolean> {
  const { body } = await access.send({
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    body: { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec: { resourceAttributes } },
  });
  return fieldAt(body, "status", "allowed") === true;
}

/** The same for a verb on a Project. */
export function mayDoToProject(access: GardenAccess, verb: string, name: string): Promise<boolean> {
  return mayDo(access, { group: "core.gardener.cloud", resource: "projects", verb, name });
}
