import "server-only";
import type { LabelSelector } from "#lib/kube/label-selector.ts";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";

/** Core Kubernetes kinds that code in this process writes. */
export interface Namespace extends KubeObject {
  readonly status?: { readonly phase: string };
}

export interface Secret extends KubeObject {
  readonly type?: string;
  /** Values encoded as base64. */
  readonly data: Readonly<Record<string, string>>;
}

export interface ConfigMap extends KubeObject {
  readonly data: Readonly<Record<string, string>>;
}

export interface ResourceQuota extends KubeObject {
  readonly spec: { readonly hard: Readonly<Record<string, string>> };
  readonly status?: {
    readonly hard: Readonly<Record<string, string>>;
    readonly used: Readonly<Record<string, string>>;
  };
}

export interface Event extends KubeObject {
  readonly involvedObject: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
  };
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  readonly source: { readonly component: string };
  readonly firstTimestamp: string;
  readonly lastTimestamp: string;
  readonly count: number;
}

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** A Role when its metadata names a namespace, otherwise a ClusterRole. */
export interface Role extends KubeObject {
  readonly rules: readonly PolicyRule[];
  /** Selectors of the ClusterRoles whose rules a ClusterRole consists of. */
  readonly aggregationRule?: { readonly clusterRoleSelectors: readonly LabelSelector[] };
}

export interface RbacSubject {
  readonly kind: "User" | "Group" | "ServiceAccount";
  readonly name: string;
  readonly namespace?: string;
  readonly apiGroup?: string;
}

/** A RoleBinding when its metadata names a namespace, otherwise a ClusterRoleBinding. */
export interface RoleBinding extends KubeObject {
  readonly roleRef: { readonly apiGroup: string; readonly kind: string; readonly name: string };
  readonly subjects: readonly RbacSubject[];
}

const rbac = "rbac.authorization.k8s.io";

export function namespaceObject(metadata: ObjectMeta): Namespace {
  return { apiVersion: "v1", kind: "Namespace", metadata, status: { phase: "Active" } };
}

/** A Secret with `text` encoded to base64. */
export function secretObject(metadata: ObjectMeta, text: Readonly<Record<string, string>>): Secret {
  const data: Record<string, string> = {};
  for (const [key, value] of Object.entries(text)) data[key] = Buffer.from(value).toString("base64");
  return { apiVersion: "v1", kind: "Secret", metadata, type: "Opaque", data };
}

export function serviceAccountObject(metadata: ObjectMeta): KubeObject {
  return { apiVersion: "v1", kind: "ServiceAccount", metadata };
}

export function configMapObject(metadata: ObjectMeta, data: Readonly<Record<string, string>>): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data };
}

export function roleObject(metadata: ObjectMeta, rules: readonly PolicyRule[]): Role {
  const kind = metadata.namespace === undefined ? "ClusterRole" : "Role";
  return { apiVersion: `${rbac}/v1`, kind, metadata, rules };
}

export function roleBindingObject(
  metadata: ObjectMeta,
  name: string,
  subjects: readonly RbacSubject[],
  kind: "ClusterRole" | "Role" = "ClusterRole",
): RoleBinding {
  return {
    apiVersion: `${rbac}/v1`,
    kind: metadata.namespace === undefined ? "ClusterRoleBinding" : "RoleBinding",
    metadata,
    roleRef: { apiGroup: rbac, kind, name },
    subjects: subjects.map((subject) => (subject.kind === "ServiceAccount" ? subject : { apiGroup: rbac, ...subject })),
  };
}
