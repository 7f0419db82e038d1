/** One resource of the Kubernetes API: where its objects live. The core group is the empty string. */
export interface KubeResource {
  readonly group: string;
  readonly version: string;
  /** Plural, lower case, as in the URL: `shoots`. */
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

const core = (plural: string, kind: string, namespaced = true): KubeResource => ({
  group: "",
  version: "v1",
  plural,
  kind,
  namespaced,
});

const garden = (plural: string, kind: string, namespaced = true): KubeResource => ({
  group: "core.gardener.cloud",
  version: "v1beta1",
  plural,
  kind,
  namespaced,
});

export const namespaces = core("namespaces", "Namespace", false);
export const secrets = core("secrets", "Secret");
export const configMaps = core("configmaps", "ConfigMap");
export const events = core("events", "Event");
/** Of a Shoot, not of the garden. */
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

export const credentialsBindings: KubeResource = {
  group: "security.gardener.cloud",
  version: "v1alpha1",
  plural: "credentialsbindings",
  kind: "CredentialsBinding",
  namespaced: true,
};

export const leases: KubeResource = {
  group: "coordination.k8s.io",
  version: "v1",
  plural: "leases",
  kind: "Lease",
  namespaced: true,
};

export const roleBindings: KubeResource = {
  group: "rbac.authorization.k8s.io",
  version: "v1",
  plural: "rolebindings",
  kind: "RoleBinding",
  namespaced: true,
};
