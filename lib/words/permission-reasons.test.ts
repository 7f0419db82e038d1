import { expect, test } from "vitest";
import { describePermissionReason } from "./permission-reasons.ts";

const binding = {
  kind: "binding",
  subject: { kind: "Group", name: "team" },
  binding: { kind: "RoleBinding", name: "support", namespace: "garden-shop" },
  role: { kind: "ClusterRole", name: "helpers" },
  projectRoles: [],
} as const;

test("a permission through the project names the role and the member that has it", () => {
  const why = { ...binding, projectRoles: ["owner", "admin"] };
  expect(describePermissionReason(why)).toBe("Project role Owner and Admin, as group team");
  const robot = { kind: "ServiceAccount", name: "robot", namespace: "garden-shop" };
  expect(describePermissionReason({ ...why, projectRoles: ["extension:deployer"], subject: robot })).toBe(
    "Project role deployer, as service account robot in garden-shop",
  );
});

test("any other permission names the role and the binding", () => {
  expect(describePermissionReason({ ...binding, projectRoles: [] })).toBe(
    "ClusterRole helpers, bound to group team by RoleBinding support",
  );
});

test("a binding with the name of its role is not named twice", () => {
  const why = { ...binding, binding: { kind: "ClusterRoleBinding", name: "helpers" }, projectRoles: [] };
  expect(describePermissionReason(why)).toBe("ClusterRole helpers, bound to group team");
  const other = { ...why, binding: { kind: "RoleBinding", name: "helpers", namespace: "garden-shop" } };
  expect(describePermissionReason(other)).toContain("by RoleBinding helpers");
});

test("without a reason of the garden none is invented", () => {
  expect(describePermissionReason(undefined)).toBe("The garden does not say why.");
  expect(describePermissionReason({ kind: "other", text: "by the webhook" })).toBe("The garden says: by the webhook");
});
