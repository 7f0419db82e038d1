import "server-only";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
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
import { age, ageColumn, countColumn, countOf, nameColumn, textColumn, unknown } from "../registry/columns.ts";
import { defineResource, plainStrategy } from "../registry/define-resource.ts";
import type { ResourceDefinition, Strategy } from "../registry/resource-definition.ts";
import { coreSchemas } from "../schema/core-schemas.ts";
import { validateBinding, validateBindingUpdate, validateData, validateDataUpdate } from "./core-validation.ts";

/** Holds a namespace in deletion until what was in it has gone. */
export const namespaceFinalizer = "kubernetes";

const define: typeof defineResource = (definition) =>
  defineResource({ ...definition, fields: coreSchemas[definition.resource.kind]?.properties });

const rbac = (plural: string, kind: string, namespaced: boolean): KubeResource => ({
  group: "rbac.authorization.k8s.io",
  version: "v1",
  plural,
  kind,
  namespaced,
});

const tokenRequests: KubeResource = {
  group: "authentication.k8s.io",
  version: "v1",
  plural: "tokenrequests",
  kind: "TokenRequest",
  namespaced: true,
};

const roleRef = textColumn(
  "Role",
  (binding) => `${textAt(binding, "roleRef", "kind") ?? ""}/${textAt(binding, "roleRef", "name") ?? ""}`,
);

function subjects(kind: string): (binding: KubeObject) => string {
  return (binding) =>
    listAt(binding, "subjects")
      .filter((subject) => textAt(subject, "kind") === kind)
      .map((subject) =>
        [kind === "ServiceAccount" ? textAt(subject, "namespace") : undefined, textAt(subject, "name")]
          .filter((part) => part !== undefined)
          .join("/"),
      )
      .join(", ");
}

const bindingColumns = [
  nameColumn,
  roleRef,
  ageColumn,
  textColumn("Users", subjects("User"), { priority: 1 }),
  textColumn("Groups", subjects("Group"), { priority: 1 }),
  textColumn("ServiceAccounts", subjects("ServiceAccount"), { priority: 1 }),
];
const binding: Strategy = { ...plainStrategy, validate: validateBinding, validateUpdate: validateBindingUpdate };
const roleColumns = [nameColumn, textColumn("Created At", ({ metadata }) => metadata.creationTimestamp ?? unknown)];

/** `requests.cpu: 1/4, …`: what is used of each limit. */
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

function eventField(...path: readonly string[]): (event: KubeObject) => string {
  return (event) => textAt(event, ...path) ?? "";
}

function lastSeen(event: KubeObject): string | undefined {
  return textAt(event, "lastTimestamp") ?? textAt(event, "eventTime") ?? event.metadata.creationTimestamp;
}

const involved = ["name", "namespace", "kind", "uid", "apiVersion", "resourceVersion", "fieldPath"];

/** The kinds of Kubernetes itself that a garden cluster serves. */
export const coreDefinitions: readonly ResourceDefinition[] = [
  define({
    resource: namespaces,
    shortNames: ["ns"],
    names: "dns-label",
    subresources: ["status"],
    columns: [
      nameColumn,
      textColumn("Status", (namespace) => textAt(namespace, "status", "phase") ?? "Active"),
      ageColumn,
    ],
    selectableFields: { "status.phase": (namespace) => textAt(namespace, "status", "phase") ?? "Active" },
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
      textColumn("Type", (secret) => textAt(secret, "type") ?? "Opaque"),
      countColumn("Data", (secret) => countOf(fieldAt(secret, "data"))),
      ageColumn,
    ],
    selectableFields: { type: (secret) => textAt(secret, "type") ?? "Opaque" },
    strategy: {
      ...plainStrategy,
      prepareForCreate: prepareSecret,
      prepareForUpdate: (_before, secret) => prepareSecret(secret),
      validate: validateData,
      validateUpdate: validateDataUpdate,
    },
  }),
  define({
    resource: configMaps,
    shortNames: ["cm"],
    columns: [
      nameColumn,
      countColumn("Data", (map) => countOf(fieldAt(map, "data")) + countOf(fieldAt(map, "binaryData"))),
      ageColumn,
    ],
    strategy: { ...plainStrategy, validate: validateData, validateUpdate: validateDataUpdate },
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
      textColumn("Last Seen", (event, now) => age(lastSeen(event), now)),
      textColumn("Type", eventField("type")),
      textColumn("Reason", eventField("reason")),
      textColumn(
        "Object",
        (event) =>
          `${(textAt(event, "involvedObject", "kind") ?? "").toLowerCase()}/${textAt(event, "involvedObject", "name") ?? ""}`,
      ),
      textColumn("Source", eventField("source", "component"), { priority: 1 }),
      textColumn("Message", eventField("message")),
      textColumn("First Seen", (event, now) => age(textAt(event, "firstTimestamp"), now), { priority: 1 }),
      textColumn("Count", (event) => String(fieldAt(event, "count") ?? 1), { priority: 1 }),
      { ...nameColumn, priority: 1 },
    ],
    selectableFields: {
      ...Object.fromEntries(involved.map((field) => [`involvedObject.${field}`, eventField("involvedObject", field)])),
      type: eventField("type"),
      reason: eventField("reason"),
    },
  }),
  define({
    resource: { group: "", version: "v1", plural: "services", kind: "Service", namespaced: true },
    shortNames: ["svc"],
    categories: ["all"],
  }),
  define({
    resource: leases,
    columns: [nameColumn, textColumn("Holder", (lease) => textAt(lease, "spec", "holderIdentity") ?? ""), ageColumn],
  }),
  define({ resource: rbac("roles", "Role", true), names: "path-segment", columns: roleColumns }),
  define({
    resource: rbac("rolebindings", "RoleBinding", true),
    names: "path-segment",
    columns: bindingColumns,
    strategy: binding,
  }),
  define({ resource: rbac("clusterroles", "ClusterRole", false), names: "path-segment", columns: roleColumns }),
  define({
    resource: rbac("clusterrolebindings", "ClusterRoleBinding", false),
    names: "path-segment",
    columns: bindingColumns,
    strategy: binding,
  }),
];

/** `stringData` is a way to write `data`, and is never stored. */
function prepareSecret(secret: KubeObject): KubeObject {
  const { stringData, ...stored }: KubeObject & Record<string, unknown> = { ...secret };
  const data = fieldAt(secret, "data");
  const encoded = isRecord(stringData)
    ? Object.fromEntries(
        Object.entries(stringData).map(([key, text]) => [key, Buffer.from(String(text)).toString("base64")]),
      )
    : {};
  const merged = { ...(isRecord(data) ? data : {}), ...encoded };
  return {
    ...stored,
    ...{ type: fieldAt(secret, "type") ?? "Opaque", ...(countOf(merged) > 0 ? { data: merged } : {}) },
  };
}
