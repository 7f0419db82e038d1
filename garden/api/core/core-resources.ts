import "server-only";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  configMaps,
  events,
  type KubeResource,
  leases,
  namespaces,
  resourceQuotas,
  secrets,
  serviceAccounts,
} from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import {
  ageColumn,
  countColumn,
  countMapEntries,
  createFieldTextReader,
  formatAge,
  nameColumn,
  textColumn,
  unknownCell,
} from "../registry/columns.ts";
import { defineResource, strategyWithoutStatus } from "../registry/define-resource.ts";
import type { ResourceDefinition } from "../registry/resource-definition.ts";
import { coreSchemas } from "../schema/core-schemas.ts";
import {
  validateClusterRole,
  validateRoleBinding,
  validateRoleBindingUpdate,
  validateSecretOrConfigMap,
  validateSecretOrConfigMapUpdate,
} from "./core-validation.ts";

/** Finalizer that keeps a namespace in phase Terminating until all its objects are deleted. */
export const namespaceFinalizer = "kubernetes";

const define: typeof defineResource = (definition) =>
  defineResource({ ...definition, fields: coreSchemas[definition.resource.kind]?.properties });

interface RbacKind extends Pick<ResourceDefinition, "columns" | "strategy"> {
  readonly namespaced: boolean;
}

function rbac(plural: string, kind: string, { namespaced, ...rest }: RbacKind): ResourceDefinition {
  const resource = { group: "rbac.authorization.k8s.io", version: "v1", plural, kind, namespaced };
  return define({ resource, names: "path-segment", ...rest });
}

const tokenRequests: KubeResource = {
  group: "authentication.k8s.io",
  version: "v1",
  plural: "tokenrequests",
  kind: "TokenRequest",
  namespaced: true,
};

const roleRef = textColumn(
  "Role",
  (binding) => `${stringAt(binding, "roleRef", "kind") ?? ""}/${stringAt(binding, "roleRef", "name") ?? ""}`,
);

function subjects(kind: string): (binding: KubeObject) => string {
  return (binding) =>
    listAt(binding, "subjects")
      .filter((subject) => stringAt(subject, "kind") === kind)
      .map((subject) =>
        [kind === "ServiceAccount" ? stringAt(subject, "namespace") : undefined, stringAt(subject, "name")]
          .filter((part) => part !== undefined)
          .join("/"),
      )
      .join(", ");
}

const bindings = {
  columns: [
    nameColumn,
    roleRef,
    ageColumn,
    textColumn("Users", subjects("User"), { priority: 1 }),
    textColumn("Groups", subjects("Group"), { priority: 1 }),
    textColumn("ServiceAccounts", subjects("ServiceAccount"), { priority: 1 }),
  ],
  strategy: { ...strategyWithoutStatus, validate: validateRoleBinding, validateUpdate: validateRoleBindingUpdate },
};
const roles = {
  columns: [nameColumn, textColumn("Created At", ({ metadata }) => metadata.creationTimestamp ?? unknownCell)],
  strategy: strategyWithoutStatus,
};

/** Table cell of a ResourceQuota with the usage of each limit, such as `requests.cpu: 1/4, …`. */
function usage(isLimit: boolean): (quota: KubeObject) => string {
  return (quota) => {
    const hard = fieldAt(quota, "status", "hard") ?? fieldAt(quota, "spec", "hard");
    return Object.entries(isRecord(hard) ? hard : {})
      .filter(([resource]) => resource.startsWith("limits.") === isLimit)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(
        ([resource, limit]) =>
          `${resource}: ${String(fieldAt(quota, "status", "used", resource) ?? 0)}/${String(limit)}`,
      )
      .join(", ");
  };
}

function lastSeen(event: KubeObject): string | undefined {
  return stringAt(event, "lastTimestamp") ?? stringAt(event, "eventTime") ?? event.metadata.creationTimestamp;
}

const involved = ["name", "namespace", "kind", "uid", "apiVersion", "resourceVersion", "fieldPath"];

/** Definitions of the core Kubernetes resources that the garden cluster serves. */
export const coreResourceDefinitions: readonly ResourceDefinition[] = [
  define({
    resource: namespaces,
    shortNames: ["ns"],
    names: "dns-label",
    subresources: ["status"],
    columns: [nameColumn, textColumn("Status", createFieldTextReader(["status", "phase"], "Active")), ageColumn],
    selectableFields: { "status.phase": createFieldTextReader(["status", "phase"], "Active") },
    strategy: {
      hasGeneration: false,
      hasStatus: true,
      prepareForCreate: (namespace) => ({ ...namespace, ...{ status: { phase: "Active" } } }),
      prepareForDeletion: (namespace) => ({
        ...namespace,
        ...{ status: { phase: "Terminating" } },
        metadata: { ...namespace.metadata, finalizers: [namespaceFinalizer] },
      }),
    },
  }),
  define({
    resource: secrets,
    columns: [
      nameColumn,
      textColumn("Type", createFieldTextReader(["type"], "Opaque")),
      countColumn("Data", (secret) => countMapEntries(fieldAt(secret, "data"))),
      ageColumn,
    ],
    selectableFields: { type: createFieldTextReader(["type"], "Opaque") },
    strategy: {
      ...strategyWithoutStatus,
      prepareForCreate: prepareSecret,
      prepareForUpdate: (_before, secret) => prepareSecret(secret),
      validate: validateSecretOrConfigMap,
      validateUpdate: validateSecretOrConfigMapUpdate,
    },
  }),
  define({
    resource: configMaps,
    shortNames: ["cm"],
    columns: [
      nameColumn,
      countColumn("Data", (map) => countMapEntries(fieldAt(map, "data")) + countMapEntries(fieldAt(map, "binaryData"))),
      ageColumn,
    ],
    strategy: {
      ...strategyWithoutStatus,
      validate: validateSecretOrConfigMap,
      validateUpdate: validateSecretOrConfigMapUpdate,
    },
  }),
  define({
    resource: serviceAccounts,
    shortNames: ["sa"],
    subresources: ["token"],
    requestKinds: { token: tokenRequests },
    columns: [nameColumn, countColumn("Secrets", (account) => listAt(account, "secrets").length), ageColumn],
  }),
  define({
    resource: resourceQuotas,
    singular: "resourcequota",
    shortNames: ["quota"],
    subresources: ["status"],
    columns: [nameColumn, textColumn("Request", usage(false)), textColumn("Limit", usage(true)), ageColumn],
    strategy: { hasGeneration: false, hasStatus: true },
  }),
  define({
    resource: events,
    shortNames: ["ev"],
    columns: [
      textColumn("Last Seen", (event, now) => formatAge(lastSeen(event), now)),
      textColumn("Type", createFieldTextReader(["type"], "")),
      textColumn("Reason", createFieldTextReader(["reason"], "")),
      textColumn("Object", (event) => {
        const [kind, name] = ["kind", "name"].map((field) => stringAt(event, "involvedObject", field) ?? "");
        return `${kind?.toLowerCase()}/${name}`;
      }),
      textColumn("Source", createFieldTextReader(["source", "component"], ""), { priority: 1 }),
      textColumn("Message", createFieldTextReader(["message"], "")),
      textColumn("First Seen", (event, now) => formatAge(stringAt(event, "firstTimestamp"), now), { priority: 1 }),
      textColumn("Count", (event) => String(fieldAt(event, "count") ?? 1), { priority: 1 }),
      { ...nameColumn, priority: 1 },
    ],
    selectableFields: {
      ...Object.fromEntries(
        involved.map((field) => [`involvedObject.${field}`, createFieldTextReader(["involvedObject", field], "")]),
      ),
      type: createFieldTextReader(["type"], ""),
      reason: createFieldTextReader(["reason"], ""),
    },
  }),
  define({
    resource: { group: "", version: "v1", plural: "services", kind: "Service", namespaced: true },
    shortNames: ["svc"],
    categories: ["all"],
  }),
  define({
    resource: leases,
    columns: [nameColumn, textColumn("Holder", createFieldTextReader(["spec", "holderIdentity"], "")), ageColumn],
  }),
  rbac("roles", "Role", { namespaced: true, ...roles }),
  rbac("rolebindings", "RoleBinding", { namespaced: true, ...bindings }),
  rbac("clusterroles", "ClusterRole", {
    namespaced: false,
    ...roles,
    strategy: { ...strategyWithoutStatus, validate: validateClusterRole },
  }),
  rbac("clusterrolebindings", "ClusterRoleBinding", { namespaced: false, ...bindings }),
];

/** Merges the write-only `stringData` of a Secret into its `data`, which is left out if it is empty, and sets the type. */
function prepareSecret(secret: KubeObject): KubeObject {
  const { stringData, data, ...stored }: KubeObject & Record<string, unknown> = { ...secret };
  const encoded = isRecord(stringData)
    ? Object.fromEntries(
        Object.entries(stringData).map(([key, text]) => [key, Buffer.from(String(text)).toString("base64")]),
      )
    : {};
  const merged = { ...(isRecord(data) ? data : {}), ...encoded };
  return {
    ...stored,
    ...{ type: stringAt(secret, "type") || "Opaque", ...(countMapEntries(merged) > 0 ? { data: merged } : {}) },
  };
}
