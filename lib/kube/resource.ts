/** Resource of the Kubernetes API. The core group is the empty string. */
export interface KubeResource {
  readonly group: string;
  readonly version: string;
  /** Plural, lower case, as in the URL: `shoots`. */
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

export const createResourceFactory =
  (group: string, version: string) =>
  (plural: string, kind: string, namespaced = true): KubeResource => ({ group, version, plural, kind, namespaced });

const core = createResourceFactory("", "v1");
const garden = createResourceFactory("core.gardener.cloud", "v1beta1");
const security = createResourceFactory("security.gardener.cloud", "v1alpha1");
const coordination = createResourceFactory("coordination.k8s.io", "v1");
const seedManagement = createResourceFactory("seedmanagement.gardener.cloud", "v1alpha1");
const rbac = createResourceFactory("rbac.authorization.k8s.io", "v1");

export const namespaces = core("namespaces", "Namespace", false);
export const secrets = core("secrets", "Secret");
export const configMaps = core("configmaps", "ConfigMap");
export const events = core("events", "Event");
/** Node resource of a Shoot's API; the garden's API is not used for Nodes. */
export const nodes = core("nodes", "Node", false);
export const serviceAccounts = core("serviceaccounts", "ServiceAccount");
export const resourceQuotas = core("resourcequotas", "ResourceQuota");

export const projects = garden("projects", "Project", false);
export const shoots = garden("shoots", "Shoot");
export const seeds = garden("seeds", "Seed", false);
export const cloudProfiles = garden("cloudprofiles", "CloudProfile", false);
export const namespacedCloudProfiles = garden("namespacedcloudprofiles", "NamespacedCloudProfile");
export const quotas = garden("quotas", "Quota");
export const secretBindings = garden("secretbindings", "SecretBinding");
export const controllerRegistrations = garden("controllerregistrations", "ControllerRegistration", false);
export const exposureClasses = garden("exposureclasses", "ExposureClass", false);

export const credentialsBindings = security("credentialsbindings", "CredentialsBinding");
export const workloadIdentities = security("workloadidentities", "WorkloadIdentity");
export const managedSeeds = seedManagement("managedseeds", "ManagedSeed");
export const leases = coordination("leases", "Lease");
export const roleBindings = rbac("rolebindings", "RoleBinding");
