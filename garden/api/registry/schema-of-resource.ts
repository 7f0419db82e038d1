import "server-only";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { metaSchemaName } from "../schema/meta-schema.ts";
import { parseSchemaTable, type Schema } from "../schema/schema.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

const head = parseSchemaTable(`
apiVersion text The versioned schema of this representation.
kind text The REST resource this object represents.
`);
const { spec, status } = parseSchemaTable(`
spec open The desired state.
status open The most recently observed state.
`);

/** The OpenAPI schema of a resource. Without a schema of its own, spec and status accept any field. */
export const schemaOfResource = memoizePerObject(
  ({ resource, strategy, fields, description }: ResourceDefinition): Schema => {
    const { kind, group } = resource;
    return {
      type: "object",
      description: description ?? `${kind} of ${group === "" ? "Kubernetes" : group}.`,
      properties: {
        ...head,
        metadata: { allOf: [{ $ref: `#/components/schemas/${metaSchemaName}` }] },
        ...(strategy.hasGeneration && spec && { spec }),
        ...(strategy.hasStatus && status && { status }),
        ...fields,
      },
      ...(fields === undefined && { "x-kubernetes-preserve-unknown-fields": true }),
    };
  },
);
