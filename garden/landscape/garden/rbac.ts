import {
  type PolicyRule,
  type RbacSubject,
  type Role,
  type RoleBinding,
  roleBindingObject,
  roleObject,
} from "#garden/api/core/core-objects.ts";
import type { ObjectMeta } from "#lib/kube/object.ts";
import { verbsOfGuardedFields } from "#lib/policy/profiles/guarded-fields.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import { adminGroup, projectCreatorGroups } from "./identities.ts";

const core = "core.gardener.cloud";
const security = "security.gardener.cloud";
const rbac = "rbac.authorization.k8s.io";
const read = ["get", "list", "watch"];
const write = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const memberRole = "gardener.cloud:system:project-member";
const viewerRole = "gardener.cloud:system:project-viewer";

/** Cluster-wide RBAC roles and bindings, with Gardener's names and rules. */
export function gardenRbac(time: DemoTime): readonly (Role | RoleBinding)[] {
  const meta = (name: string) => ({ name, creationTimestamp: time.daysAgo(1460) });
  const everyone: RbacSubject = { kind: "Group", name: "system:authenticated" };
  const unauthenticated: RbacSubject = { kind: "Group", name: "system:unauthenticated" };
  const dashboard: RbacSubject = { kind: "ServiceAccount", name: "almanac", namespace: "garden" };
  return [
    roleObject(meta("cluster-admin"), [
      { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
      { verbs: ["*"], nonResourceURLs: ["*"] },
    ]),
    roleBindingObject(meta("cluster-admin"), "cluster-admin", [{ kind: "Group", name: "system:masters" }]),
    roleObject(meta("gardener.cloud:system:administrators"), [
      ...adminRules,
      ...memberRules,
      ...serviceAccountManagerRules,
    ]),
    roleBindingObject(meta("gardener.cloud:system:administrators"), "gardener.cloud:system:administrators", [
      { kind: "Group", name: adminGroup },
    ]),
    // permission to move the clock, an endpoint that only the embedded garden has
    roleObject(meta("almanac:clock"), [{ verbs: ["post"], nonResourceURLs: ["/almanac/clock"] }]),
    roleBindingObject(meta("almanac:clock"), "almanac:clock", [{ kind: "Group", name: adminGroup }]),
    roleObject(meta("gardener.cloud:system:read-global-resources"), [
      {
        verbs: read,
        apiGroups: [core],
        resources: ["cloudprofiles", "controllerregistrations", "exposureclasses", "seeds"],
      },
      { verbs: read, apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"] },
    ]),
    roleBindingObject(
      meta("gardener.cloud:system:read-global-resources"),
      "gardener.cloud:system:read-global-resources",
      [everyone],
    ),
    roleObject(meta("gardener.cloud:system:user-auth"), [
      { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"] },
      { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["selfsubjectaccessreviews"] },
    ]),
    roleBindingObject(meta("gardener.cloud:system:user-auth"), "gardener.cloud:system:user-auth", [everyone]),
    ...readableMaps(meta, everyone),
    roleObject(meta("system:basic-user"), [
      {
        verbs: ["create"],
        apiGroups: ["authorization.k8s.io"],
        resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
      },
      { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"] },
    ]),
    roleBindingObject(meta("system:basic-user"), "system:basic-user", [everyone]),
    roleObject(meta("system:discovery"), [
      { verbs: ["get"], nonResourceURLs: ["/api", "/api/*", "/apis", "/apis/*", "/openapi", "/openapi/*"] },
    ]),
    roleBindingObject(meta("system:discovery"), "system:discovery", [everyone]),
    roleObject(meta("system:public-info-viewer"), [
      { verbs: ["get"], nonResourceURLs: ["/healthz", "/livez", "/readyz", "/version", "/version/"] },
    ]),
    roleBindingObject(meta("system:public-info-viewer"), "system:public-info-viewer", [everyone, unauthenticated]),
    roleObject(meta(memberRole), memberRules),
    roleObject(meta(viewerRole), viewerRules),
    roleObject(meta("gardener.cloud:system:project-creation"), [
      { verbs: ["create"], apiGroups: [core], resources: ["projects"] },
    ]),
    // a garden decides who can create projects
    roleBindingObject(
      meta("harborline:project-creation"),
      "gardener.cloud:system:project-creation",
      projectCreatorGroups.map((name) => ({ kind: "Group", name })),
    ),
    roleObject(meta("gardener.cloud:system:project-serviceaccountmanager"), serviceAccountManagerRules),
    ...ownEndsOfMl(meta),
    // permissions for the watches that all users of the dashboard share; writes use the user's own token
    roleObject(meta("almanac:reader"), [
      {
        verbs: read,
        apiGroups: [core],
        resources: ["projects", "shoots", "seeds", "cloudprofiles", "namespacedcloudprofiles"],
      },
      { verbs: ["list", "watch"], apiGroups: [rbac], resources: ["rolebindings"] },
      { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"] },
    ]),
    // operators can run the dashboard with their own kubeconfig
    roleBindingObject(meta("almanac:reader"), "almanac:reader", [dashboard, { kind: "Group", name: adminGroup }]),
    // permissions in the namespace where the dashboard stores its own data, such as calendar feeds
    roleObject({ ...meta("almanac:keeper"), namespace: "almanac" }, [
      { verbs: ["create", "delete", "get", "list", "patch"], apiGroups: [""], resources: ["configmaps"] },
      { verbs: ["create", "get", "patch"], apiGroups: ["coordination.k8s.io"], resources: ["leases"] },
    ]),
    roleBindingObject({ ...meta("almanac:keeper"), namespace: "almanac" }, "almanac:keeper", [dashboard], "Role"),
    // permission to read the operator's settings for all users
    roleObject({ ...meta("almanac:frontend-config"), namespace: "garden" }, [
      { verbs: ["get"], apiGroups: [""], resources: ["configmaps"], resourceNames: ["gardener-dashboard-frontend"] },
    ]),
    roleBindingObject(
      { ...meta("almanac:frontend-config"), namespace: "garden" },
      "almanac:frontend-config",
      [dashboard],
      "Role",
    ),
  ];
}

/**
 * Allows the owners of project ml to set own ends of Kubernetes versions. Members of other projects can have own cloud
 * profiles, too, but not change versions in them: Gardener's roles do not contain the custom verbs.
 */
function ownEndsOfMl(meta: (name: string) => ObjectMeta): readonly (Role | RoleBinding)[] {
  const own = { ...meta("harborline:own-ends"), namespace: "garden-ml" };
  const owners: RbacSubject = { kind: "Group", name: "harborline:data" };
  return [
    roleObject(own, [
      { verbs: [verbsOfGuardedFields.kubernetes], apiGroups: [core], resources: ["namespacedcloudprofiles"] },
    ]),
    roleBindingObject(own, "harborline:own-ends", [owners], "Role"),
  ];
}

/** Allows all users to read the ConfigMaps that identify the garden. */
function readableMaps(meta: (name: string) => ObjectMeta, everyone: RbacSubject): readonly (Role | RoleBinding)[] {
  const maps = [
    ["gardener.cloud:system:read-cluster-identity-configmap", "kube-system", "cluster-identity"],
    ["gardener.cloud:system:read-gardener-system-public", "gardener-system-public", "gardener-info"],
  ] as const;
  return maps.flatMap(([name, namespace, map]) => [
    roleObject({ ...meta(name), namespace }, [
      { verbs: read, apiGroups: [""], resources: ["configmaps"], resourceNames: [map] },
    ]),
    roleBindingObject({ ...meta(name), namespace }, name, [everyone], "Role"),
  ]);
}

/**
 * The aggregated rules of Gardener's roles.
 * @source Gardener: pkg/component/garden/system/virtual
 */
const adminRules: readonly PolicyRule[] = [
  {
    verbs: [
      ...write,
      ...["manage-members", "modify-spec-tolerations-whitelist", "modify-spec-kubernetes"],
      ...["modify-spec-machineimages", "modify-spec-providerconfig", "mark-self-hosted"],
    ],
    apiGroups: [core],
    resources: ["*"],
  },
  {
    verbs: write,
    apiGroups: ["seedmanagement.gardener.cloud", "dashboard.gardener.cloud", "operations.gardener.cloud"],
    resources: ["*"],
  },
  { verbs: write, apiGroups: [security], resources: ["credentialsbindings", "workloadidentities"] },
  { verbs: write, apiGroups: [""], resources: ["events", "namespaces", "resourcequotas", "services", "endpoints"] },
  { verbs: write, apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"] },
  { verbs: write, apiGroups: ["events.k8s.io"], resources: ["events"] },
  {
    verbs: write,
    apiGroups: [rbac],
    resources: ["clusterroles", "clusterrolebindings", "roles", "rolebindings"],
  },
  {
    verbs: write,
    apiGroups: ["admissionregistration.k8s.io"],
    resources: ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"],
  },
  { verbs: write, apiGroups: ["apiregistration.k8s.io"], resources: ["apiservices"] },
  { verbs: write, apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"] },
  { verbs: write, apiGroups: ["coordination.k8s.io"], resources: ["leases"] },
  {
    verbs: [...write, "approve", "deny"],
    apiGroups: ["certificates.k8s.io"],
    resources: ["certificatesigningrequests"],
  },
];

const memberRules: readonly PolicyRule[] = [
  { verbs: write, apiGroups: [""], resources: ["secrets", "configmaps"] },
  { verbs: read, apiGroups: [""], resources: ["events", "resourcequotas", "serviceaccounts"] },
  { verbs: read, apiGroups: ["events.k8s.io"], resources: ["events"] },
  { verbs: write, apiGroups: [core], resources: ["shoots", "secretbindings", "quotas"] },
  { verbs: write, apiGroups: [security], resources: ["credentialsbindings", "workloadidentities"] },
  { verbs: write, apiGroups: ["operations.gardener.cloud"], resources: ["bastions"] },
  { verbs: write, apiGroups: [rbac], resources: ["roles", "rolebindings"] },
  { verbs: ["create"], apiGroups: [core], resources: ["shoots/adminkubeconfig", "shoots/viewerkubeconfig"] },
  { verbs: ["update"], apiGroups: [core], resources: ["shoots/finalizers"] },
  {
    verbs: [...read, "create", "patch", "update", "delete"],
    apiGroups: [core],
    resources: ["namespacedcloudprofiles"],
  },
];

const serviceAccountManagerRules: readonly PolicyRule[] = [
  { verbs: write, apiGroups: [""], resources: ["serviceaccounts"] },
  { verbs: ["create"], apiGroups: [""], resources: ["serviceaccounts/token"] },
];

const viewerRules: readonly PolicyRule[] = [
  { verbs: read, apiGroups: [""], resources: ["events", "configmaps", "resourcequotas", "serviceaccounts"] },
  { verbs: read, apiGroups: ["events.k8s.io"], resources: ["events"] },
  { verbs: read, apiGroups: [core], resources: ["shoots", "secretbindings", "quotas", "namespacedcloudprofiles"] },
  { verbs: read, apiGroups: [security], resources: ["credentialsbindings"] },
  { verbs: read, apiGroups: ["operations.gardener.cloud"], resources: ["bastions"] },
  { verbs: read, apiGroups: [rbac], resources: ["roles", "rolebindings"] },
  { verbs: ["create"], apiGroups: [core], resources: ["shoots/viewerkubeconfig"] },
];
