/**
 * The Kubernetes APIs known to Gardener's API server: for each group version its own limits, and its resources by their
 * limits. Limits are the minors of Kubernetes 1 in which the API exists, `31-34` from 1.31 on and before 1.34; none
 * means all versions. A `needed` API cannot be disabled with nodes, an `always` needed one not without nodes either.
 * @source Gardener: pkg/utils/validation/apigroups/apigroups.go
 */
const apis: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "admissionregistration.k8s.io/v1": {
    own: "needed",
    "36-": "mutatingadmissionpolicies mutatingadmissionpolicybindings",
    needed: "mutatingwebhookconfigurations validatingwebhookconfigurations",
    "30-": "validatingadmissionpolicies validatingadmissionpolicybindings",
  },
  "admissionregistration.k8s.io/v1alpha1": {
    "32-": "mutatingadmissionpolicies mutatingadmissionpolicybindings",
    "": "validatingadmissionpolicies validatingadmissionpolicybindings",
  },
  "admissionregistration.k8s.io/v1beta1": {
    "34-": "mutatingadmissionpolicies mutatingadmissionpolicybindings",
    "28-": "validatingadmissionpolicies validatingadmissionpolicybindings",
    "": "mutatingwebhookconfigurations validatingwebhookconfigurations",
  },
  "apps/v1": { own: "needed", "": "controllerrevisions daemonsets deployments replicasets statefulsets" },
  "apps/v1beta1": { "": "controllerrevisions deployments statefulsets" },
  "apps/v1beta2": { "": "controllerrevisions daemonsets deployments replicasets statefulsets" },
  "autoscaling/v1": { "": "horizontalpodautoscalers" },
  "autoscaling/v2": { needed: "horizontalpodautoscalers" },
  "autoscaling/v2beta1": { own: "-36", "-36": "horizontalpodautoscalers" },
  "autoscaling/v2beta2": { own: "-36", "-36": "horizontalpodautoscalers" },
  "batch/v1": { "": "cronjobs jobs" },
  "batch/v1beta1": { "": "cronjobs" },
  "certificates.k8s.io/v1": { needed: "certificatesigningrequests" },
  "certificates.k8s.io/v1alpha1": { "34-35": "podcertificaterequests", "": "clustertrustbundles" },
  "certificates.k8s.io/v1beta1": {
    "33-": "clustertrustbundles",
    "35-": "podcertificaterequests",
    "": "certificatesigningrequests",
  },
  "coordination.k8s.io/v1": { needed: "leases" },
  "coordination.k8s.io/v1alpha1": { own: "31-32", "31-32": "leasecandidates" },
  "coordination.k8s.io/v1alpha2": { own: "32-", "32-": "leasecandidates" },
  "coordination.k8s.io/v1beta1": { "33-": "leasecandidates", "": "leases" },
  "discovery.k8s.io/v1": { always: "endpointslices" },
  "discovery.k8s.io/v1beta1": { "": "endpointslices" },
  "events.k8s.io/v1": { always: "events" },
  "events.k8s.io/v1beta1": { "": "events" },
  "extensions/v1beta1": { "": "daemonsets deployments ingresses networkpolicies replicasets" },
  "flowcontrol.apiserver.k8s.io/v1": { own: "29-", "29-": "flowschemas prioritylevelconfigurations" },
  "flowcontrol.apiserver.k8s.io/v1beta1": { "": "flowschemas prioritylevelconfigurations" },
  "flowcontrol.apiserver.k8s.io/v1beta2": { "": "flowschemas prioritylevelconfigurations" },
  "flowcontrol.apiserver.k8s.io/v1beta3": { "": "flowschemas prioritylevelconfigurations" },
  "internal.apiserver.k8s.io/v1alpha1": { "": "storageversions" },
  "networking.k8s.io/v1": {
    own: "always",
    "33-": "ipaddresses servicecidrs",
    "": "ingressclasses ingresses networkpolicies",
  },
  "networking.k8s.io/v1alpha1": { own: "-34", "-34": "ipaddresses", "29-34": "servicecidrs" },
  "networking.k8s.io/v1beta1": { "-31": "ipaddresses servicecidrs", "": "ingressclasses ingresses" },
  "node.k8s.io/v1": { needed: "runtimeclasses" },
  "node.k8s.io/v1alpha1": { "": "runtimeclasses" },
  "node.k8s.io/v1beta1": { "": "runtimeclasses" },
  "policy/v1": { needed: "poddisruptionbudgets" },
  "policy/v1beta1": { "": "poddisruptionbudgets" },
  "rbac.authorization.k8s.io/v1": { own: "always", "": "clusterrolebindings clusterroles rolebindings roles" },
  "rbac.authorization.k8s.io/v1alpha1": { "": "clusterrolebindings clusterroles rolebindings roles" },
  "rbac.authorization.k8s.io/v1beta1": { "": "clusterrolebindings clusterroles rolebindings roles" },
  "resource.k8s.io/v1": { own: "34-", "34-": "deviceclasses resourceclaims resourceclaimtemplates resourceslices" },
  "resource.k8s.io/v1alpha2": {
    own: "-31",
    "-31": "podschedulingcontexts resourceclaims resourceclaimtemplates resourceclasses",
    "30-31": "resourceclaimparameters resourceclassparameters resourceslices",
  },
  "resource.k8s.io/v1alpha3": {
    own: "31-",
    "31-34": "deviceclasses resourceclaims resourceclaimtemplates resourceslices",
    "33-": "devicetaintrules",
    "31-32": "podschedulingcontexts",
    "36-": "resourcepoolstatusrequests",
  },
  "resource.k8s.io/v1beta1": {
    own: "32-",
    "32-": "deviceclasses resourceclaims resourceclaimtemplates resourceslices",
  },
  "resource.k8s.io/v1beta2": {
    own: "33-",
    "33-": "deviceclasses resourceclaims resourceclaimtemplates resourceslices",
    "36-": "devicetaintrules",
  },
  "scheduling.k8s.io/v1": { needed: "priorityclasses" },
  "scheduling.k8s.io/v1alpha1": { own: "-36", "-36": "priorityclasses", "35-36": "workloads" },
  "scheduling.k8s.io/v1alpha2": { own: "36-", "36-": "podgroups workloads" },
  "scheduling.k8s.io/v1beta1": { "": "priorityclasses" },
  "storage.k8s.io/v1": {
    own: "needed",
    "34-": "volumeattributesclasses",
    "": "csidrivers csinodes csistoragecapacities storageclasses volumeattachments",
  },
  "storage.k8s.io/v1alpha1": { "29-": "volumeattributesclasses", "": "csistoragecapacities volumeattachments" },
  "storage.k8s.io/v1beta1": {
    "31-": "volumeattributesclasses",
    "": "csidrivers csinodes csistoragecapacities storageclasses volumeattachments",
  },
  "storagemigration.k8s.io/v1alpha1": { own: "30-35", "30-35": "storageversionmigrations" },
  "storagemigration.k8s.io/v1beta1": { own: "35-", "35-": "storageversionmigrations" },
  v1: {
    own: "always",
    "": `
      componentstatuses configmaps endpoints events limitranges namespaces nodes persistentvolumeclaims
      persistentvolumes pods podtemplates replicationcontrollers resourcequotas secrets serviceaccounts services
    `,
  },
};

function resourcesOf(groupVersion: string): readonly (readonly [limits: string, names: string])[] {
  return Object.entries(apis[groupVersion] ?? {}).filter(([limits]) => limits !== "own");
}

/** Kubernetes version limits of an API, empty when it has none; undefined for an API that Gardener does not know. */
export function versionLimitsOfApi({ groupVersion, resource }: ApiName): string | undefined {
  if (!Object.hasOwn(apis, groupVersion)) return undefined;
  if (resource === undefined) return apis[groupVersion]?.own ?? "";
  return resourcesOf(groupVersion).find(([, names]) => names.trim().split(/\s+/).includes(resource))?.[0];
}

/** Kubernetes version limits of the resources of a group version. */
export function versionLimitsOfApiResources(groupVersion: string): readonly string[] {
  return resourcesOf(groupVersion).map(([limits]) => limits);
}

/** A group version such as `apps/v1`, or one of its resources. */
export interface ApiName {
  readonly groupVersion: string;
  readonly resource?: string;
}
