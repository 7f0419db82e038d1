import "server-only";
import { gardenSchemas } from "../../gardener/schema/garden-schemas.ts";
import { shootSchema } from "../../gardener/schema/shoot-schema.ts";
import { coreSchemas } from "../schema/core-schemas.ts";
import { atomic, keyedList, list, map, object, open, ref, type Schema, text, textSet, time } from "../schema/schema.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

const meta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

/** Schemas that every document carries. */
export const commonSchemas: Readonly<Record<string, Schema>> = {
  [meta]: object("ObjectMeta is metadata that all persisted resources must have.", {
    name: text("Name must be unique within a namespace."),
    generateName: text("An optional prefix, used to generate a unique name where none is given."),
    namespace: text("The space within which each name must be unique."),
    selfLink: text("Deprecated: it is no longer set."),
    uid: text("The unique in time and space value for this object."),
    resourceVersion: text("An opaque value that represents the internal version of this object."),
    generation: { type: "integer", format: "int64", description: "A sequence number of the desired state." },
    creationTimestamp: time("When this object was created."),
    deletionTimestamp: time("When this object will be deleted."),
    deletionGracePeriodSeconds: { type: "integer", format: "int64", description: "How long it may take to go." },
    labels: map("Map of string keys and values to organize and select objects.", text("")),
    annotations: map("Unstructured key value map stored with a resource.", text("")),
    finalizers: textSet("Must be empty before the object is deleted."),
    ownerReferences: keyedList(
      "Objects depended on by this object.",
      "uid",
      atomic(
        object(
          "The owner of an object.",
          {
            apiVersion: text("API version of the owner."),
            kind: text("Kind of the owner."),
            name: text("Name of the owner."),
            uid: text("UID of the owner."),
            controller: { type: "boolean", description: "Whether the owner is the managing controller." },
            blockOwnerDeletion: { type: "boolean", description: "Whether the owner waits for this object to go." },
          },
          ["apiVersion", "kind", "name", "uid"],
        ),
      ),
    ),
    managedFields: list("Which manager set which field.", open("")),
  }),
};

export function findSchema(name: string): Schema | undefined {
  return Object.hasOwn(commonSchemas, name) ? commonSchemas[name] : undefined;
}

const built = new Map<ResourceDefinition, Schema>();

/** The schema of a kind; of those that have none of their own, the frame with open spec and status. */
export function schemaOf(definition: ResourceDefinition): Schema {
  const found = built.get(definition) ?? buildSchema(definition);
  built.set(definition, found);
  return found;
}

function buildSchema({ resource, strategy }: ResourceDefinition): Schema {
  const fields = resource.group.endsWith("gardener.cloud") ? gardenSchemas[resource.kind] : coreSchemas[resource.kind];
  if (resource.kind === "Shoot") return shootSchema(ref(meta));
  const frame = object(`${resource.kind} of ${resource.group === "" ? "Kubernetes" : resource.group}.`, {
    apiVersion: text("The versioned schema of this representation."),
    kind: text("The REST resource this object represents."),
    metadata: ref(meta),
    ...(strategy.hasGeneration ? { spec: open("The desired state.") } : {}),
    ...(strategy.hasStatus ? { status: open("The most recently observed state.") } : {}),
    ...fields,
  });
  return fields === undefined ? { ...frame, "x-kubernetes-preserve-unknown-fields": true } : frame;
}
