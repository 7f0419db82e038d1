import "server-only";
import type { KubeResource } from "#lib/kube/resource.ts";

const gardener = { group: "authentication.gardener.cloud", version: "v1alpha1" } as const;
const kubernetes = { group: "authentication.k8s.io", version: "v1" } as const;

interface RequestKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: KubeResource;
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

function requestKind({ group, version }: GroupVersion, plural: string, kind: string): RequestKind {
  return { apiVersion: `${group}/${version}`, kind, resource: { group, version, plural, kind, namespaced: true } };
}

/** The kinds that are posted to the subresources of a Shoot which hand out kubeconfigs. */
export const kubeconfigKinds = {
  adminkubeconfig: requestKind(gardener, "adminkubeconfigrequests", "AdminKubeconfigRequest"),
  viewerkubeconfig: requestKind(gardener, "viewerkubeconfigrequests", "ViewerKubeconfigRequest"),
} as const;

/** The kind that is posted to the token of a ServiceAccount. */
export const tokenRequestKind = requestKind(kubernetes, "tokenrequests", "TokenRequest");
