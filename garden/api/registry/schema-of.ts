import "server-only";
import { perObject } from "#lib/memo/per-object.ts";
import { metaSchemaName } from "../schema/meta-schema.ts";
import { type Schema, schemas } from "../schema/schema.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

const head = schemas(`
apiVersion text The versioned schema of this representation.
kind text The REST resource this object represents.
`);
const { spec, status } = schemas(`
spec open The desired state.
status open The most recently observed state.
`);

/** The schema of a kind. A kind without schemas of its own gets open spec and status. */
export const schemaOf = perObject(({ resource, strategy, fields, description }: ResourceDefinition): Schema => {
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
});
