import { expect, test } from "vitest";
import type { Project } from "#lib/garden/project.ts";
import type { RbacGrant } from "./rbac-grant.ts";
import { projectRolesBehindGrant, rolesOfSubject } from "./roles-behind-grant.ts";

const rbac = "rbac.authorization.k8s.io";
const ada = { apiGroup: rbac, kind: "User", name: "ada" };
const team = { apiGroup: rbac, kind: "Group", name: "team" };

const project: Project = {
  metadata: { name: "shop" },
  spec: {
    namespace: "garden-shop",
    owner: ada,
    members: [
      { ...ada, role: "owner", roles: ["uam"] },
      { ...team, role: "viewer", roles: ["extension:deployer"] },
      { kind: "ServiceAccount", name: "robot", namespace: "garden-shop", role: "admin" },
    ],
  },
};

const system = (name: string) => `gardener.cloud:system:${name}`;

function behind(binding: Omit<RbacGrant["binding"], "kind">, subject: RbacGrant["subject"]): readonly string[] {
  const kind = binding.namespace === undefined ? "ClusterRoleBinding" : "RoleBinding";
  const role = { kind: "ClusterRole", name: binding.name };
  return projectRolesBehindGrant({ binding: { kind, ...binding }, role, subject }, project);
}

test.each([
  ["project-member", ada, ["owner"]],
  ["project-serviceaccountmanager", ada, ["owner"]],
  ["project-viewer", team, ["viewer"]],
  ["project-member", { kind: "ServiceAccount", name: "robot", namespace: "garden-shop" }, ["admin"]],
])("Gardener's RoleBinding %s leads back to the roles that it is made for", (name, subject, roles) => {
  expect(behind({ name: system(name), namespace: "garden-shop" }, subject)).toEqual(roles);
});

test("a service account that the authorizer names as a user is the same member", () => {
  const subject = { kind: "User", name: "system:serviceaccount:garden-shop:robot" };
  expect(behind({ name: system("project-member"), namespace: "garden-shop" }, subject)).toEqual(["admin"]);
});

test("bindings of the Project object are named after the project", () => {
  expect(behind({ name: system("project:shop") }, ada)).toEqual(["owner"]);
  expect(behind({ name: system("project-uam:shop") }, ada)).toEqual(["uam"]);
  expect(behind({ name: system("project-viewer:shop") }, team)).toEqual(["viewer"]);
});

test("an extension role has a binding of its own", () => {
  const name = "gardener.cloud:extension:project:shop:deployer";
  expect(behind({ name, namespace: "garden-shop" }, team)).toEqual(["extension:deployer"]);
});

test.each([
  ["of another project", { name: system("project-uam:other") }, ada],
  ["in another namespace", { name: system("project-member"), namespace: "garden-other" }, ada],
  ["of the operators", { name: system("administrators") }, ada],
  ["that somebody made", { name: "support", namespace: "garden-shop" }, ada],
  ["of a role that the subject does not have", { name: system("project-viewer"), namespace: "garden-shop" }, ada],
  ["of somebody who is no member any more", { name: system("project-member"), namespace: "garden-shop" }, team],
])("a binding %s leads to no role of the project", (_what, binding, subject) => {
  expect(behind(binding, subject)).toEqual([]);
});

test("an owner without an entry as a member has the role of the owner", () => {
  const alone: Project = { ...project, spec: { ...project.spec, members: null } };
  expect(rolesOfSubject(ada, alone)).toEqual(["owner"]);
  expect(rolesOfSubject(team, alone)).toEqual([]);
});
