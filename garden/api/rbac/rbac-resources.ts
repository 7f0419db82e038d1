import "server-only";
import { createResourceFactory } from "#lib/kube/resource.ts";
import { rbacGroup } from "./authorizer.ts";

const rbac = createResourceFactory(rbacGroup, "v1");

export const clusterRoles = rbac("clusterroles", "ClusterRole", false);
export const clusterRoleBindings = rbac("clusterrolebindings", "ClusterRoleBinding", false);
