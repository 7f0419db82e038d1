import "server-only";
import { parseSchemaTable, type Schema } from "./schema.ts";

/** Name of the metadata schema in OpenAPI documents. */
export const metaSchemaName = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

/** Schemas included in every OpenAPI document. */
export const commonSchemas = parseSchemaTable(`
${metaSchemaName} object ObjectMeta is metadata that all persisted resources must have.
  name text Name must be unique within a namespace.
  generateName text An optional prefix, used to generate a unique name where none is given.
  namespace text The space within which each name must be unique.
  selfLink text Deprecated: it is no longer set.
  uid text The unique in time and space value for this object.
  resourceVersion text An opaque value that represents the internal version of this object.
  generation long A sequence number of the desired state.
  creationTimestamp time When this object was created.
  deletionTimestamp time When this object will be deleted.
  deletionGracePeriodSeconds long How long it may take to go.
  labels labels Map of string keys and values to organize and select objects.
  annotations labels Unstructured key value map stored with a resource.
  finalizers set Must be empty before the object is deleted.
  ownerReferences list(uid) Objects depended on by this object.
    [] atomic The owner of an object.
      apiVersion* text API version of the owner.
      kind* text Kind of the owner.
      name* text Name of the owner.
      uid* text UID of the owner.
      controller flag Whether the owner is the managing controller.
      blockOwnerDeletion flag Whether the owner waits for this object to go.
  managedFields list Which manager set which field.
    [] open
`);

export function findSchema(name: string): Schema | undefined {
  return Object.hasOwn(commonSchemas, name) ? commonSchemas[name] : undefined;
}
