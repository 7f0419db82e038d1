import { selectorMatches } from "#lib/kube/label-selector.ts";
import type { WebhookContents, WebhookRule } from "./cluster-contents.ts";

type Labels = Readonly<Record<string, string>>;

/** A resource that joining nodes, system components or the control plane write. */
export interface CriticalResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** `cluster`: outside of namespaces. `any`: in all namespaces, because no selector can exclude what matters. */
  readonly where: "cluster" | "any" | "kube-system" | "default" | "namespace-object";
  readonly objectLabels?: Labels;
}

const kubeSystem: Labels = {
  "shoot.gardener.cloud/no-cleanup": "true",
  "gardener.cloud/purpose": "kube-system",
  "kubernetes.io/metadata.name": "kube-system",
};
const byNamespace: Readonly<Record<"kube-system" | "default" | "namespace-object", Labels>> = {
  "kube-system": kubeSystem,
  default: { "kubernetes.io/metadata.name": "default" },
  "namespace-object": kubeSystem,
};
const gardenerPod: Labels = { "shoot.gardener.cloud/no-cleanup": "true", origin: "gardener" };

function of(
  apis: string,
  names: string,
  where: CriticalResource["where"],
  objectLabels?: Labels,
): readonly CriticalResource[] {
  return apis.split(" ").flatMap((api) => {
    const [version = "", group = ""] = api.split("/").toReversed();
    return names.split(" ").map((name) => {
      const [resource = "", subresource = ""] = name.split("/");
      return { group, version, resource, subresource, where, ...(objectLabels && { objectLabels }) };
    });
  });
}

const appsApis = "apps/v1 apps/v1beta1 apps/v1beta2 extensions/v1beta1";
const leaseApis = "coordination.k8s.io/v1 coordination.k8s.io/v1beta1";
const networkPolicyApis = "networking.k8s.io/v1 networking.k8s.io/v1beta1 extensions/v1beta1";
const rbacApis = "rbac.authorization.k8s.io/v1 rbac.authorization.k8s.io/v1alpha1 rbac.authorization.k8s.io/v1beta1";

/** Leases of system components, with which they elect their leader. */
const leases = of(leaseApis, "leases", "kube-system", {});

/**
 * Resources on which Gardener lets no webhook act that can fail.
 * @source Gardener: pkg/gardenlet/operation/botanist/matchers, WebhookConstraintMatchers
 */
const criticalResources: readonly CriticalResource[] = [
  ...of("v1", "pods pods/status", "kube-system", gardenerPod),
  ...of("v1", "configmaps endpoints secrets serviceaccounts services services/status", "kube-system"),
  ...of("v1", "endpoints services services/status", "default"),
  ...of("v1", "nodes nodes/status", "cluster"),
  ...of("v1", "namespaces namespaces/status", "namespace-object", kubeSystem),
  ...of(appsApis, "controllerrevisions daemonsets daemonsets/status deployments deployments/scale", "kube-system"),
  ...of(appsApis, "replicasets replicasets/status replicasets/scale", "kube-system"),
  ...of(leaseApis, "leases", "any"),
  ...of(networkPolicyApis, "networkpolicies", "kube-system"),
  ...of(rbacApis, "clusterroles clusterrolebindings", "cluster"),
  ...of(rbacApis, "roles rolebindings", "kube-system"),
  ...of(
    "apiextensions.k8s.io/v1 apiextensions.k8s.io/v1beta1",
    "customresourcedefinitions customresourcedefinitions/status",
    "cluster",
  ),
  ...of("apiregistration.k8s.io/v1 apiregistration.k8s.io/v1beta1", "apiservices apiservices/status", "cluster"),
  ...of(
    "certificates.k8s.io/v1",
    "certificatesigningrequests certificatesigningrequests/status certificatesigningrequests/approval",
    "cluster",
  ),
  ...of("scheduling.k8s.io/v1 scheduling.k8s.io/v1beta1", "priorityclasses", "cluster"),
];

/** The critical resources on which a webhook acts. */
export function criticalResourcesOf(webhook: WebhookContents): readonly CriticalResource[] {
  return criticalResources.filter((resource) => actsOn(webhook, resource));
}

/** Whether a webhook acts on the leases of system components. */
export function actsOnSystemLeases(webhook: WebhookContents): boolean {
  return leases.some((resource) => actsOn(webhook, resource));
}

function actsOn({ rules, namespaceSelector, objectSelector }: WebhookContents, critical: CriticalResource): boolean {
  const { where, objectLabels } = critical;
  if (objectLabels !== undefined && !selectorMatches(objectSelector, objectLabels)) return false;
  if (where !== "cluster" && where !== "any" && !selectorMatches(namespaceSelector, byNamespace[where])) return false;
  return rules.some((rule) => ruleCovers(rule, critical, ["CREATE", "UPDATE"]));
}

/**
 * Whether a rule of a webhook covers a resource with one of the operations.
 * @source Kubernetes: apiserver pkg/admission/plugin/webhook/predicates/rules
 */
export function ruleCovers(
  { apiGroups, apiVersions, resources, operations, scope }: WebhookRule,
  { group, version, resource, subresource, where }: CriticalResource,
  asked: readonly string[],
): boolean {
  const has = (items: readonly string[], wanted: string) => items.includes("*") || items.includes(wanted);
  const isClusterScoped = where === "cluster" || where === "namespace-object";
  if (scope === "Namespaced" ? isClusterScoped : scope === "Cluster" && !isClusterScoped) return false;
  if (!asked.some((operation) => has(operations, operation)) || !has(apiGroups, group) || !has(apiVersions, version)) {
    return false;
  }
  return resources.some((name) => {
    const [its = "", sub = ""] = name.split("/");
    return (its === "*" || its === resource) && (sub === "*" || sub === subresource);
  });
}
