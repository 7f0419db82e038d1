import "server-only";
import { apiVersionOf } from "#garden/api/registry/resource-definition.ts";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";
import { createResourceFactory, type KubeResource } from "#lib/kube/resource.ts";

const core = createResourceFactory("", "v1");
const apps = createResourceFactory("apps", "v1");
const batch = createResourceFactory("batch", "v1");
const admission = createResourceFactory("admissionregistration.k8s.io", "v1");

export const pods = core("pods", "Pod");
export const services = core("services", "Service");
export const volumes = core("persistentvolumes", "PersistentVolume", false);
export const volumeClaims = core("persistentvolumeclaims", "PersistentVolumeClaim");
export const daemonSets = apps("daemonsets", "DaemonSet");
export const deployments = apps("deployments", "Deployment");
export const replicaSets = apps("replicasets", "ReplicaSet");
export const statefulSets = apps("statefulsets", "StatefulSet");
export const jobs = batch("jobs", "Job");
export const cronJobs = batch("cronjobs", "CronJob");
export const budgets = createResourceFactory("policy", "v1")("poddisruptionbudgets", "PodDisruptionBudget");
export const endpointSlices = createResourceFactory("discovery.k8s.io", "v1")("endpointslices", "EndpointSlice");
export const validatingWebhooks = admission("validatingwebhookconfigurations", "ValidatingWebhookConfiguration", false);
export const mutatingWebhooks = admission("mutatingwebhookconfigurations", "MutatingWebhookConfiguration", false);
export const admissionPolicies = admission("validatingadmissionpolicies", "ValidatingAdmissionPolicy", false);
export const admissionPolicyBindings = admission(
  "validatingadmissionpolicybindings",
  "ValidatingAdmissionPolicyBinding",
  false,
);
export const apiServices = createResourceFactory("apiregistration.k8s.io", "v1")("apiservices", "APIService", false);

/** An object of a resource, with its fields besides apiVersion, kind and metadata. */
export function objectOf(resource: KubeResource, metadata: ObjectMeta, fields: object): KubeObject {
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata, ...fields };
}
