import "server-only";
import { perObject } from "#lib/memo/per-object.ts";
import { metaSchemaName } from "../schema/meta-schema.ts";
import { object, open, ref, type Schema, text } from "../schema/schema.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

/** The schema of a kind; of those that have none of their own, the frame with open spec and status. */
export const schemaOf = perObject(buildSchema);

function buildSchema({ resource, strategy, fields, description }: ResourceDefinition): Schema {
  const { kind, group } = resource;
  const frame = object(description ?? `${kind} of ${group === "" ? "Kubernetes" : group}.`, {
    apiVersion: text("The versioned schema of this representation."),
    kind: text("The REST resource this object represents."),
    metadata: ref(metaSchemaName),
    ...(strategy.hasGeneration ? { spec: open("The desired state.") } : {}),
    ...(strategy.hasStatus ? { status: open("The most recently observed state.") } : {}),
    ...fields,
  });
  return fields === undefined ? { ...frame, "x-kubernetes-preserve-unknown-fields": true } : frame;
}
