import "server-only";
import type { KubeResource } from "#lib/kube/resource.ts";

const group = "authentication.gardener.cloud";
const version = "v1alpha1";

interface RequestKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: KubeResource;
}

function requestKind(plural: string, kind: string): RequestKind {
  return { apiVersion: `${group}/${version}`, kind, resource: { group, version, plural, kind, namespaced: true } };
}

/** The kinds that are posted to the subresources of a Shoot which hand out kubeconfigs. */
export const kubeconfigKinds = {
  adminkubeconfig: requestKind("adminkubeconfigrequests", "AdminKubeconfigRequest"),
  viewerkubeconfig: requestKind("viewerkubeconfigrequests", "ViewerKubeconfigRequest"),
} as const;
