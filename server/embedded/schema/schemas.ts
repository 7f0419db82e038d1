import "server-only";
import type { ResourceDefinition } from "../registry/resource-definition.ts";
import { list, map, object, open, ref, type Schema, text } from "./schema.ts";
import { shootSchema } from "./shoot-schema.ts";

const meta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

/** Schemas that every document carries. */
export const commonSchemas: Readonly<Record<string, Schema>> = {
  [meta]: object("ObjectMeta is metadata that all persisted resources must have.", {
    name: text("Name must be unique within a namespace."),
    generateName: text("An optional prefix, used to generate a unique name where none is given."),
    namespace: text("The space within which each name must be unique."),
    uid: text("The unique in time and space value for this object."),
    resourceVersion: text("An opaque value that represents the internal version of this object."),
    generation: { type: "integer", format: "int64", description: "A sequence number of the desired state." },
    creationTimestamp: text("When this object was created."),
    deletionTimestamp: text("When this object will be deleted."),
    labels: map("Map of string keys and values to organize and select objects.", text("")),
    annotations: map("Unstructured key value map stored with a resource.", text("")),
    finalizers: list("Must be empty before the object is deleted.", text("")),
    ownerReferences: list("Objects depended on by this object.", open("")),
    managedFields: list("Which manager set which field.", open("")),
  }),
};

/** The schema of a kind: in full for Shoots, the frame with open spec and status for the others. */
export function schemaOf({ resource, strategy }: ResourceDefinition): Schema {
  if (resource.kind === "Shoot") return shootSchema(ref(meta));
  return {
    ...object(`${resource.kind} of ${resource.group === "" ? "Kubernetes" : resource.group}.`, {
      apiVersion: text("The versioned schema of this representation."),
      kind: text("The REST resource this object represents."),
      metadata: ref(meta),
      ...(strategy.hasGeneration ? { spec: open("The desired state.") } : {}),
      ...(strategy.hasStatus ? { status: open("The most recently observed state.") } : {}),
    }),
    "x-kubernetes-preserve-unknown-fields": true,
  };
}
