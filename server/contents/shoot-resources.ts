import "server-only";
import { createResourceFactory } from "#lib/kube/resource.ts";

const core = createResourceFactory("", "v1");
const apps = createResourceFactory("apps", "v1");
const registration = createResourceFactory("admissionregistration.k8s.io", "v1");

// Resources of a Shoot's API that a look inside reads; the garden's API is not used for them.
export const pods = core("pods", "Pod");
export const persistentVolumes = core("persistentvolumes", "PersistentVolume", false);
export const deployments = apps("deployments", "Deployment");
export const statefulSets = apps("statefulsets", "StatefulSet");
export const jobs = createResourceFactory("batch", "v1")("jobs", "Job");
export const podDisruptionBudgets = createResourceFactory("policy", "v1")(
  "poddisruptionbudgets",
  "PodDisruptionBudget",
);
export const endpointSlices = createResourceFactory("discovery.k8s.io", "v1")("endpointslices", "EndpointSlice");
export const apiServices = createResourceFactory("apiregistration.k8s.io", "v1")("apiservices", "APIService", false);
export const mutatingWebhooks = registration("mutatingwebhookconfigurations", "MutatingWebhookConfiguration", false);
export const validatingWebhooks = registration(
  "validatingwebhookconfigurations",
  "ValidatingWebhookConfiguration",
  false,
);
