import "server-only";
import { type RequestKind, requestKind } from "#garden/api/registry/request-kind.ts";

function kubeconfigKind(plural: string, kind: string): RequestKind {
  return requestKind({ group: "authentication.gardener.cloud", version: "v1alpha1", plural, kind });
}

/** The kinds that are posted to the subresources of a Shoot which hand out kubeconfigs. */
export const kubeconfigKinds = {
  adminkubeconfig: kubeconfigKind("adminkubeconfigrequests", "AdminKubeconfigRequest"),
  viewerkubeconfig: kubeconfigKind("viewerkubeconfigrequests", "ViewerKubeconfigRequest"),
} as const;
