import { describe, expect, test, vi } from "vitest";
import { GET } from "#app/api/session/permissions/route.ts";
import { type ExplainedPermissions, explainedPermissionsSchema } from "#lib/contract/explained-permissions.ts";
import type { UserPermissionName } from "#lib/contract/session.ts";
import type { Project } from "#lib/garden/project.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { projects, roleBindings } from "#lib/kube/resource.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const demo = startDemoTestBed({ garden: { speed: 0 } });

const ask = (person: string, project?: string) =>
  demo.call(GET, person, { path: `/api/session/permissions${project === undefined ? "" : `?project=${project}`}` });
const read = async (person: string, project?: string) =>
  parseOkResponse(await ask(person, project), explainedPermissionsSchema);

function reasonFor({ garden, project = [] }: ExplainedPermissions, act: UserPermissionName) {
  return [...garden, ...project].find((each) => each.act === act)?.why;
}

describe("why somebody may what they may", () => {
  test("a viewer, by the member entry of the project with the role", async () => {
    const permissions = await read("viewer", "shop");
    const tomas = { kind: "User", name: "tomas.ortega@harborline.example" };
    expect(permissions.memberships).toEqual({ entries: [{ ...tomas, roles: ["viewer"] }], more: 0 });
    const allowed = (permissions.project ?? []).filter((each) => each.allowed);
    expect(allowed.map(({ act }) => act)).toEqual(["see-clusters", "viewer-kubeconfig"]);
    for (const { why } of allowed) {
      expect(why).toMatchObject({ kind: "binding", subject: tomas, projectRoles: ["viewer"] });
    }
    expect((permissions.project ?? []).filter((each) => !each.allowed && each.why !== undefined)).toEqual([]);
  });

  test("an owner, by the roles in the project, also for the project itself", async () => {
    const permissions = await read("owner-commerce", "shop");
    expect(reasonFor(permissions, "delete-clusters")).toMatchObject({ projectRoles: ["owner", "admin"] });
    expect(reasonFor(permissions, "change-project")).toMatchObject({
      binding: { kind: "ClusterRoleBinding", name: "gardener.cloud:system:project-member:shop" },
      projectRoles: ["owner", "admin"],
    });
    expect(reasonFor(permissions, "create-projects"), "a right of the garden is none of a project").toMatchObject({
      subject: { kind: "Group", name: "harborline:commerce" },
      binding: { kind: "ClusterRoleBinding", name: "harborline:project-creation" },
      projectRoles: [],
    });
  });

  test("an operator, by the group of the garden's administrators and not by any project", async () => {
    const permissions = await read("operator", "shop");
    expect(permissions.memberships).toEqual({ entries: [], more: 0 });
    for (const { allowed, why } of [...permissions.garden, ...(permissions.project ?? [])]) {
      expect(allowed).toBe(true);
      const subject = { kind: "Group", name: "gardener.cloud:system:admins" };
      expect(why).toMatchObject({ kind: "binding", subject, projectRoles: [] });
    }
    const name = "gardener.cloud:system:administrators";
    expect(reasonFor(permissions, "delete-clusters")).toMatchObject({
      binding: { kind: "ClusterRoleBinding", name },
      role: { kind: "ClusterRole", name },
    });
  });

  test("somebody whom a RoleBinding names, by that binding and no membership", async () => {
    const binding = { resource: roleBindings, namespace: "garden-analytics", name: "support" };
    const rbac = "rbac.authorization.k8s.io";
    const object: KubeObject & { readonly subjects: readonly object[]; readonly roleRef: object } = {
      apiVersion: `${rbac}/v1`,
      kind: "RoleBinding",
      metadata: { name: "support", namespace: "garden-analytics" },
      subjects: [{ kind: "User", name: "sam.whitlock@harborline.example", apiGroup: rbac }],
      roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "gardener.cloud:system:project-viewer" },
    };
    demo.embedded.api.create(binding, object);
    await vi.waitUntil(async () => (await ask("stranger", "analytics")).status === 200, eventuallyTimeoutMs);
    const permissions = await read("stranger", "analytics");
    expect(permissions.memberships).toEqual({ entries: [], more: 0 });
    expect(reasonFor(permissions, "see-clusters")).toMatchObject({
      binding: { kind: "RoleBinding", name: "support", namespace: "garden-analytics" },
      role: { name: "gardener.cloud:system:project-viewer" },
      projectRoles: [],
    });
  });

  test("a member by a group and in person, by each entry", async () => {
    const target = { resource: projects, name: "platform" };
    const members = demo.embedded.api.get<Project>(target)?.spec.members ?? [];
    const group = { apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "harborline:support", role: "uam" };
    demo.embedded.api.patch(target, { spec: { members: [...members, group] } });
    await expect
      .poll(async () => (await read("viewer", "platform")).memberships?.entries, { timeout: eventuallyTimeoutMs })
      .toEqual([
        { kind: "User", name: "tomas.ortega@harborline.example", roles: ["viewer"] },
        { kind: "Group", name: "harborline:support", roles: ["uam"] },
      ]);
  });
});

test("of a project that somebody does not see nothing is said", async () => {
  expect(await problemIn(await ask("viewer", "payments"))).toMatchObject({ status: 404 });
});
