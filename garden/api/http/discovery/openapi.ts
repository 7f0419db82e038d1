import "server-only";
import { createHash } from "node:crypto";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { patchTypes } from "../../patch/apply-patch.ts";
import { isWritableSubresource, type ResourceDefinition, verbsOf } from "../../registry/resource-definition.ts";
import type { GroupVersion } from "../../registry/resource-registry.ts";
import { schemaOfResource } from "../../registry/schema-of-resource.ts";
import { commonSchemas } from "../../schema/meta-schema.ts";

/** Answers GET /openapi/v3 with the index of OpenAPI documents. */
export function openApiIndex(served: readonly GroupVersion[]): object {
  return {
    paths: Object.fromEntries(
      [...documentsOf(served)].map(([path, document]) => {
        const hash = createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 32).toUpperCase();
        return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }];
      }),
    ),
  };
}

/** Cache of OpenAPI documents by path; a document is built when it is first requested. */
const documentsOf = memoizePerObject(
  (served: readonly GroupVersion[]): ReadonlyMap<string, object> =>
    new Map(served.map((member) => [documentPath(member), buildDocument(member)])),
);

/** Answers GET /openapi/v3/<path>; undefined for an unknown path. */
export function openApiDocument(served: readonly GroupVersion[], path: string): object | undefined {
  return documentsOf(served).get(path);
}

function documentPath({ group, version }: GroupVersion): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}

function buildDocument(member: GroupVersion): object {
  const paths = member.definitions.flatMap((definition) => pathsOf(member, definition));
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: "v1.33.4" },
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        ...commonSchemas,
        ...Object.fromEntries(
          member.definitions.map((definition) => [
            schemaName(definition),
            { ...schemaOfResource(definition), "x-kubernetes-group-version-kind": [gvk(definition)] },
          ]),
        ),
      },
    },
  };
}

function schemaName({ resource }: ResourceDefinition): string {
  const group = resource.group === "" ? "io.k8s.api.core" : resource.group.split(".").reverse().join(".");
  return `${group}.${resource.version}.${resource.kind}`;
}

function gvk({ resource }: ResourceDefinition): object {
  return { group: resource.group, version: resource.version, kind: resource.kind };
}

const queryParameter = (name: string) => ({ name, in: "query", schema: { type: "string", uniqueItems: true } });

function pathsOf(member: GroupVersion, definition: ResourceDefinition): readonly (readonly [string, object])[] {
  const { resource, subresources } = definition;
  const scope = resource.namespaced ? "/namespaces/{namespace}" : "";
  const collection = `/${documentPath(member)}${scope}/${resource.plural}`;
  const stored = verbsOf(definition).includes("get");
  return [
    [collection, { ...(stored ? { get: operation(definition, "list") } : {}), post: operation(definition, "post") }],
    ...(stored ? [[`${collection}/{name}`, itemOperations(definition)] as const] : []),
    ...subresources
      .filter(isWritableSubresource)
      .map((subresource) => [`${collection}/{name}/${subresource}`, itemOperations(definition)] as const),
  ];
}

function itemOperations(definition: ResourceDefinition): object {
  const actions = ["get", "put", "patch", "delete"] as const;
  return Object.fromEntries(actions.map((action) => [action, operation(definition, action)]));
}

const writeParameters = ["dryRun", "fieldManager", "fieldValidation"].map(queryParameter);

function operation(
  definition: ResourceDefinition,
  action: "get" | "list" | "post" | "put" | "patch" | "delete",
): object {
  const reference = { $ref: `#/components/schemas/${schemaName(definition)}` };
  const content = { "application/json": { schema: reference } };
  const writes = action === "post" || action === "put" || action === "patch";
  const body =
    action === "patch" ? Object.fromEntries(patchTypes.map((type) => [type, { schema: { type: "object" } }])) : content;
  return {
    operationId: `${action}${definition.resource.kind}`,
    ...(writes ? { parameters: [...writeParameters, ...(action === "patch" ? [queryParameter("force")] : [])] } : {}),
    ...(writes ? { requestBody: { content: body } } : {}),
    responses: { "200": { description: "OK", content } },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": gvk(definition),
  };
}
