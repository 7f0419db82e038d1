import {
  type PolicyRule,
  type RbacSubject,
  type Role,
  type RoleBinding,
  role,
  roleBinding,
} from "#garden/api/core/core-objects.ts";
import type { ObjectMeta } from "#lib/kube/object.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import { adminGroup } from "./identities.ts";
import type { ProjectPlan } from "./projects.ts";

const core = "core.gardener.cloud";
const security = "security.gardener.cloud";
const rbac = "rbac.authorization.k8s.io";
const read = ["get", "list", "watch"];
const write = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const memberRole = "gardener.cloud:system:project-member";
const viewerRole = "gardener.cloud:system:project-viewer";

/** Garden-wide roles with Gardener's names and rules. */
export function gardenRbac(time: DemoTime): readonly (Role | RoleBinding)[] {
  const meta = (name: string) => ({ name, creationTimestamp: time.daysAgo(1460) });
  const everyone: RbacSubject = { kind: "Group", name: "system:authenticated" };
  const unauthenticated: RbacSubject = { kind: "Group", name: "system:unauthenticated" };
  const dashboard: RbacSubject = { kind: "ServiceAccount", name: "almanac", namespace: "garden" };
  return [
    role(meta("cluster-admin"), [
      { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
      { verbs: ["*"], nonResourceURLs: ["*"] },
    ]),
    roleBinding(meta("cluster-admin"), "cluster-admin", [{ kind: "Group", name: "system:masters" }]),
    role(meta("gardener.cloud:system:administrators"), [...adminRules, ...memberRules, ...serviceAccountManagerRules]),
    roleBinding(meta("gardener.cloud:system:administrators"), "gardener.cloud:system:administrators", [
      { kind: "Group", name: adminGroup },
    ]),
    // the clock endpoint of the embedded garden, which Gardener does not have
    role(meta("almanac:clock"), [{ verbs: ["post"], nonResourceURLs: ["/almanac/clock"] }]),
    roleBinding(meta("almanac:clock"), "almanac:clock", [{ kind: "Group", name: adminGroup }]),
    role(meta("gardener.cloud:system:read-global-resources"), [
      {
        verbs: read,
        apiGroups: [core],
        resources: ["cloudprofiles", "controllerregistrations", "exposureclasses", "seeds"],
      },
      { verbs: read, apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"] },
    ]),
    roleBinding(meta("gardener.cloud:system:read-global-resources"), "gardener.cloud:system:read-global-resources", [
      everyone,
    ]),
    role(meta("gardener.cloud:system:user-auth"), [
      { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"] },
      { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["selfsubjectaccessreviews"] },
    ]),
    roleBinding(meta("gardener.cloud:system:user-auth"), "gardener.cloud:system:user-auth", [everyone]),
    ...readableMaps(meta, everyone),
    role(meta("system:basic-user"), [
      {
        verbs: ["create"],
        apiGroups: ["authorization.k8s.io"],
        resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
      },
      { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"] },
    ]),
    roleBinding(meta("system:basic-user"), "system:basic-user", [everyone]),
    role(meta("system:discovery"), [
      { verbs: ["get"], nonResourceURLs: ["/api", "/api/*", "/apis", "/apis/*", "/openapi", "/openapi/*"] },
    ]),
    roleBinding(meta("system:discovery"), "system:discovery", [everyone]),
    role(meta("system:public-info-viewer"), [
      { verbs: ["get"], nonResourceURLs: ["/healthz", "/livez", "/readyz", "/version", "/version/"] },
    ]),
    roleBinding(meta("system:public-info-viewer"), "system:public-info-viewer", [everyone, unauthenticated]),
    role(meta(memberRole), memberRules),
    role(meta(viewerRole), viewerRules),
    role(meta("gardener.cloud:system:project-uam"), []),
    role(meta("gardener.cloud:system:project-serviceaccountmanager"), serviceAccountManagerRules),
    // permissions for the dashboard's shared watches; every write uses the user's own credential
    role(meta("almanac:reader"), [
      {
        verbs: read,
        apiGroups: [core],
        resources: ["projects", "shoots", "seeds", "cloudprofiles", "namespacedcloudprofiles"],
      },
      { verbs: ["list", "watch"], apiGroups: [rbac], resources: ["rolebindings"] },
      { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"] },
    ]),
    // operators can run the dashboard with their own kubeconfig
    roleBinding(meta("almanac:reader"), "almanac:reader", [dashboard, { kind: "Group", name: adminGroup }]),
    // the dashboard's own storage, such as feeds, in a separate namespace
    role({ ...meta("almanac:keeper"), namespace: "almanac" }, [
      { verbs: ["create", "delete", "get", "list", "patch"], apiGroups: [""], resources: ["configmaps"] },
      { verbs: ["create", "get", "patch"], apiGroups: ["coordination.k8s.io"], resources: ["leases"] },
    ]),
    roleBinding({ ...meta("almanac:keeper"), namespace: "almanac" }, "almanac:keeper", [dashboard], "Role"),
  ];
}

/** Access to the ConfigMaps that identify the garden, for all users. */
function readableMaps(meta: (name: string) => ObjectMeta, everyone: RbacSubject): readonly (Role | RoleBinding)[] {
  const maps = [
    ["gardener.cloud:system:read-cluster-identity-configmap", "kube-system", "cluster-identity"],
    ["gardener.cloud:system:read-gardener-system-public", "gardener-system-public", "gardener-info"],
  ] as const;
  return maps.flatMap(([name, namespace, map]) => [
    role({ ...meta(name), namespace }, [
      { verbs: read, apiGroups: [""], resources: ["configmaps"], resourceNames: [map] },
    ]),
    roleBinding({ ...meta(name), namespace }, name, [everyone], "Role"),
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

/** Roles and bindings that Gardener's project controller creates for a project. */
export function projectRbac(project: ProjectPlan, time: DemoTime): readonly (Role | RoleBinding)[] {
  const createdAt = time.daysAgo(project.ageDays);
  const meta = (name: string) => ({
    name,
    creationTimestamp: createdAt,
    labels: { "project.gardener.cloud/name": project.name },
  });
  const inNamespace = (name: string) => ({ ...meta(name), namespace: project.namespace });
  const users = (names: readonly string[]): RbacSubject[] => names.map((name) => ({ kind: "User", name }));
  const owner = users([project.owner]);
  const admins = users([project.owner, ...project.admins]);
  const viewers = users(project.viewers);
  const own = { apiGroups: [core], resources: ["projects"], resourceNames: [project.name] };
  const ownNamespace: PolicyRule = {
    verbs: ["get"],
    apiGroups: [""],
    resources: ["namespaces"],
    resourceNames: [project.namespace],
  };
  const ownerName = `gardener.cloud:system:project:${project.name}`;
  const memberName = `gardener.cloud:system:project-member:${project.name}`;
  const viewerName = `gardener.cloud:system:project-viewer:${project.name}`;
  return [
    role(meta(ownerName), [{ verbs: ["get", "patch", "update", "delete", "manage-members"], ...own }, ownNamespace]),
    roleBinding(meta(ownerName), ownerName, owner),
    role(meta(memberName), [{ verbs: ["get", "patch", "update", "delete"], ...own }, ownNamespace]),
    roleBinding(meta(memberName), memberName, admins),
    role(meta(viewerName), [{ verbs: ["get"], ...own }, ownNamespace]),
    roleBinding(meta(viewerName), viewerName, viewers),
    roleBinding(inNamespace(memberRole), memberRole, admins),
    roleBinding(inNamespace(viewerRole), viewerRole, viewers),
  ];
}
