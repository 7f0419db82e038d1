import { type RbacSubject, roleBindingObject, secretObject } from "#garden/api/core/core-objects.ts";
import { adminGroup, demoIdentities, projectCreatorGroups } from "#garden/landscape/garden/identities.ts";
import type { MemberSubject, Project, ProjectMember } from "#lib/garden/project.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { workloadIdentities } from "#lib/kube/resource.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { memberWithRoles, subjectOf } from "#lib/policy/projects/project-members.ts";

/** The person of the demo landscape with this name, as a Project names people. */
function person(name: string): MemberSubject {
  return subjectOf("User", demoIdentities.find((identity) => identity.name === name)?.username ?? name);
}

export const people = {
  olga: person("operator"),
  ravi: person("owner-commerce"),
  lena: person("owner-data"),
  tomas: person("viewer"),
  sam: person("stranger"),
} as const;

export const groups = {
  commerce: subjectOf("Group", "harborline:commerce"),
  data: subjectOf("Group", "harborline:data"),
  support: subjectOf("Group", "harborline:support"),
} as const;

const ownedNamespace = "garden-rp-owned";
const robotsNamespace = "garden-rp-robots";
const robot = subjectOf("ServiceAccount", "robot", robotsNamespace);
const pipeline = subjectOf("User", `system:serviceaccount:${ownedNamespace}:pipeline`);

export interface PlantedProject {
  readonly name: string;
  readonly owner: MemberSubject;
  readonly members: readonly ProjectMember[];
  /** Value of the annotation that confirms the deletion. */
  readonly confirmed?: string;
  readonly spec?: Partial<Project["spec"]>;
}

/** Projects in which each of the demo's people has other roles. */
const planted: readonly PlantedProject[] = [
  {
    name: "rp-owned",
    owner: people.ravi,
    members: [
      memberWithRoles(people.lena, ["admin"]),
      memberWithRoles(people.tomas, ["uam", "viewer"]),
      memberWithRoles(people.sam, ["viewer"]),
    ],
    confirmed: "true",
  },
  {
    name: "rp-robots",
    owner: robot,
    members: [
      memberWithRoles(people.lena, ["uam"]),
      memberWithRoles(people.ravi, ["admin", "uam"]),
      memberWithRoles(people.tomas, ["serviceaccountmanager", "viewer"]),
      memberWithRoles(people.sam, ["extension:deployer", "admin"]),
      memberWithRoles(pipeline, ["admin"]),
    ],
  },
  {
    name: "rp-groups",
    owner: groups.data,
    members: [
      memberWithRoles(groups.support, ["admin"]),
      memberWithRoles(groups.commerce, ["viewer", "uam"]),
      memberWithRoles(people.sam, ["admin"]),
    ],
    confirmed: "yes",
    spec: {
      tolerations: { whitelist: [{ key: "dedicated" }], defaults: [{ key: "dedicated", value: "gpu" }] },
      dualApprovalForDeletion: [{ resource: "shoots", selector: { matchLabels: { stage: "live" } } }],
    },
  },
  {
    name: "rp-single",
    owner: people.sam,
    members: [],
    confirmed: "1",
    spec: { description: "Alone", purpose: "Nothing yet" },
  },
  {
    name: "rp-free",
    owner: people.lena,
    members: [memberWithRoles(people.ravi, ["admin"]), memberWithRoles(people.tomas, ["admin"])],
    confirmed: "false",
  },
];

/** Names of the planted projects. */
export const plantedProjectNames: readonly string[] = planted.map(({ name }) => name);

/** A project with the namespace of its name. */
export function projectOf({ name, owner, members, confirmed, spec }: PlantedProject): Project {
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Project",
    metadata: { name, ...(confirmed !== undefined && { annotations: { [annotations.confirmDeletion]: confirmed } }) },
    spec: { namespace: `garden-${name}`, owner, members, ...spec },
  };
}

export const plantedProjects: readonly Project[] = planted.map(projectOf);

/** Rights that the demo gives by bindings, which Gardener does not make. */
export const plantedRights: readonly KubeObject[] = [
  binding("gardener.cloud:system:administrators", "gardener.cloud:system:administrators", [adminGroup]),
  binding("harborline:project-creation", "gardener.cloud:system:project-creation", projectCreatorGroups),
];

function binding(name: string, role: string, names: readonly string[]): KubeObject {
  const subjects: readonly RbacSubject[] = names.map((group) => ({ kind: "Group", name: group }));
  return roleBindingObject({ name }, role, subjects);
}

/** Credentials, Quotas, and at last the bindings that refer to them. */
export const plantedCredentials: readonly KubeObject[] = [
  secretObject({ name: "cloud", namespace: ownedNamespace }, { accessKeyID: "A".repeat(20) }),
  secretObject({ name: "blank", namespace: ownedNamespace }, {}),
  secretObject({ name: "far", namespace: robotsNamespace }, { account: "x" }),
  identity("wi-aws", "aws"),
  identity("wi-gcp", "gcp"),
  quota("q-project", ownedNamespace, "core.gardener.cloud/v1beta1", "Project"),
  quota("q-again", ownedNamespace, "core.gardener.cloud/v1beta1", "Project"),
  quota("q-secret", ownedNamespace, "v1", "Secret"),
  quota("q-identity", ownedNamespace, "security.gardener.cloud/v1alpha1", "WorkloadIdentity"),
  quota("q-far", robotsNamespace, "v1", "Secret"),
];

function identity(name: string, type: string): KubeObject {
  const { group, version, kind } = workloadIdentities;
  const spec = { audiences: ["cloud"], targetSystem: { type, providerConfig: { account: "x" } } };
  return { apiVersion: `${group}/${version}`, kind, metadata: { name, namespace: ownedNamespace }, ...{ spec } };
}

function quota(name: string, namespace: string, apiVersion: string, kind: string): KubeObject {
  const spec = { scope: { apiVersion, kind }, metrics: { cpu: "200" } };
  return { apiVersion: "core.gardener.cloud/v1beta1", kind: "Quota", metadata: { name, namespace }, ...{ spec } };
}

export const secretReference = { name: "cloud", namespace: ownedNamespace };
export const bindingNamespace = ownedNamespace;

function bound(kind: "SecretBinding" | "CredentialsBinding", name: string, fields: object): KubeObject {
  const apiVersion = kind === "SecretBinding" ? "core.gardener.cloud/v1beta1" : "security.gardener.cloud/v1alpha1";
  return { apiVersion, kind, metadata: { name, namespace: ownedNamespace }, ...fields };
}

const aws = { provider: { type: "aws" } };
const toSecret = { credentialsRef: { apiVersion: "v1", kind: "Secret", ...secretReference } };

export const plantedBindings: readonly KubeObject[] = [
  bound("CredentialsBinding", "cb-secret", { ...aws, ...toSecret, quotas: [{ name: "q-project" }] }),
  bound("CredentialsBinding", "cb-identity", {
    ...aws,
    credentialsRef: {
      apiVersion: "security.gardener.cloud/v1alpha1",
      kind: "WorkloadIdentity",
      name: "wi-aws",
      namespace: ownedNamespace,
    },
  }),
  bound("SecretBinding", "sb-secret", { ...aws, secretRef: secretReference }),
  bound("SecretBinding", "sb-two", { provider: { type: "aws,gcp" }, secretRef: secretReference }),
  bound("SecretBinding", "sb-far", { ...aws, secretRef: { name: "far", namespace: robotsNamespace } }),
];
