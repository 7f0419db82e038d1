import "server-only";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  configMaps,
  events,
  type KubeResource,
  namespaces,
  resourceQuotas,
  secrets,
  serviceAccounts,
} from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { Column, ResourceDefinition, Strategy } from "./resource-definition.ts";

const plain: Strategy = { hasGeneration: false, hasStatus: false };

interface Definition extends Partial<Omit<ResourceDefinition, "resource">> {
  readonly resource: KubeResource;
}

/** Fills what most kinds have in common. */
export function define(definition: Definition): ResourceDefinition {
  return {
    singular: definition.resource.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    subresources: [],
    columns: [],
    selectableFields: {},
    names: "dns-subdomain",
    strategy: plain,
    ...definition,
  };
}

export function textColumn(
  name: string,
  cell: (object: KubeObject) => string,
  { description = name, priority = 0 }: { readonly description?: string; readonly priority?: 0 | 1 } = {},
): Column {
  return { name, type: "string", description, priority, cell };
}

function countOf(value: unknown): number {
  return isRecord(value) ? Object.keys(value).length : 0;
}

function countColumn(name: string, count: (object: KubeObject) => number): Column {
  return { name, type: "integer", description: name, cell: count };
}

const rbac = (plural: string, kind: string, namespaced: boolean): KubeResource => ({
  group: "rbac.authorization.k8s.io",
  version: "v1",
  plural,
  kind,
  namespaced,
});

const roleRef = textColumn(
  "Role",
  (binding) => `${textAt(binding, "roleRef", "kind") ?? ""}/${textAt(binding, "roleRef", "name") ?? ""}`,
);

function eventField(...path: readonly string[]): (event: KubeObject) => string {
  return (event) => textAt(event, ...path) ?? "";
}

const involved = ["name", "namespace", "kind", "uid", "apiVersion", "resourceVersion", "fieldPath"];

/** The kinds of Kubernetes itself that a garden cluster serves. */
export const coreDefinitions: readonly ResourceDefinition[] = [
  define({
    resource: namespaces,
    shortNames: ["ns"],
    names: "dns-label",
    subresources: ["status"],
    columns: [textColumn("Status", (namespace) => textAt(namespace, "status", "phase") ?? "Active")],
    selectableFields: { "status.phase": (namespace) => textAt(namespace, "status", "phase") ?? "Active" },
    strategy: {
      hasGeneration: false,
      hasStatus: true,
      prepareForCreate: (namespace) => ({ ...namespace, ...{ status: { phase: "Active" } } }),
    },
  }),
  define({
    resource: secrets,
    columns: [
      textColumn("Type", (secret) => textAt(secret, "type") ?? "Opaque"),
      countColumn("Data", (secret) => countOf(fieldAt(secret, "data"))),
    ],
    selectableFields: { type: (secret) => textAt(secret, "type") ?? "Opaque" },
    strategy: {
      ...plain,
      prepareForCreate: prepareSecret,
      prepareForUpdate: (_before, secret) => prepareSecret(secret),
    },
  }),
  define({
    resource: configMaps,
    shortNames: ["cm"],
    columns: [countColumn("Data", (map) => countOf(fieldAt(map, "data")) + countOf(fieldAt(map, "binaryData")))],
  }),
  define({
    resource: serviceAccounts,
    shortNames: ["sa"],
    columns: [countColumn("Secrets", (account) => listAt(account, "secrets").length)],
  }),
  define({
    resource: resourceQuotas,
    singular: "resourcequota",
    shortNames: ["quota"],
    subresources: ["status"],
    strategy: { hasGeneration: false, hasStatus: true },
  }),
  define({
    resource: events,
    shortNames: ["ev"],
    columns: [
      textColumn("Type", eventField("type")),
      textColumn("Reason", eventField("reason")),
      textColumn(
        "Object",
        (event) =>
          `${(textAt(event, "involvedObject", "kind") ?? "").toLowerCase()}/${textAt(event, "involvedObject", "name") ?? ""}`,
      ),
      textColumn("Message", eventField("message")),
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
  }),
  define({ resource: rbac("roles", "Role", true), names: "path-segment" }),
  define({ resource: rbac("rolebindings", "RoleBinding", true), names: "path-segment", columns: [roleRef] }),
  define({ resource: rbac("clusterroles", "ClusterRole", false), names: "path-segment" }),
  define({
    resource: rbac("clusterrolebindings", "ClusterRoleBinding", false),
    names: "path-segment",
    columns: [roleRef],
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
