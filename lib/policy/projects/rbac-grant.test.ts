import { expect, test } from "vitest";
import { parseRbacGrant } from "./rbac-grant.ts";

test("a RoleBinding is named with its namespace, and binds a user, a group or a service account", () => {
  const reason =
    'RBAC: allowed by RoleBinding "gardener.cloud:system:project-viewer/garden-shop" of ClusterRole "gardener.cloud:system:project-viewer" to';
  const binding = { kind: "RoleBinding", name: "gardener.cloud:system:project-viewer", namespace: "garden-shop" };
  const role = { kind: "ClusterRole", name: "gardener.cloud:system:project-viewer" };
  expect(parseRbacGrant(`${reason} User "tomas@example.org"`)).toEqual({
    binding,
    role,
    subject: { kind: "User", name: "tomas@example.org" },
  });
  expect(parseRbacGrant(`${reason} Group "a/b"`)?.subject).toEqual({ kind: "Group", name: "a/b" });
  expect(parseRbacGrant(`${reason} ServiceAccount "robot/garden-shop"`)?.subject).toEqual({
    kind: "ServiceAccount",
    name: "robot",
    namespace: "garden-shop",
  });
});

test("a ClusterRoleBinding has no namespace, whatever its name is", () => {
  const reason = 'RBAC: allowed by ClusterRoleBinding "a/b" of ClusterRole "cluster-admin" to Group "the \\"admins\\""';
  expect(parseRbacGrant(reason)).toEqual({
    binding: { kind: "ClusterRoleBinding", name: "a/b" },
    role: { kind: "ClusterRole", name: "cluster-admin" },
    subject: { kind: "Group", name: 'the "admins"' },
  });
});

test.each([
  "",
  "allowed by the landscape's webhook",
  'RBAC: allowed by ClusterRoleBinding "a"',
  'RBAC: allowed by ClusterRoleBinding "a" of ClusterRole "b" to Group "c" and more',
  'RBAC: allowed by ClusterRoleBinding "a" of ClusterRole "b" to Group "\\x07"',
])("no grant is read out of %j", (reason) => {
  expect(parseRbacGrant(reason)).toBeUndefined();
});
