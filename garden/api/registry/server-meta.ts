import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { badRequest } from "../errors/api-error.ts";
import { apiVersionOf, type ResourceDefinition, type WriteContext } from "./resource-definition.ts";

interface Creation {
  readonly definition: ResourceDefinition;
  readonly namespace: string | undefined;
  readonly context: WriteContext;
}

/** Object to create, with server-set metadata instead of the client's values for it. @throws ApiError 400, */
export function withCreationMeta(object: KubeObject, { definition, namespace, context }: Creation): KubeObject {
  const { metadata } = object;
  const { resource, strategy } = definition;
  if (metadata.namespace !== undefined && metadata.namespace !== "" && metadata.namespace !== namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  if (metadata.resourceVersion) throw badRequest("resourceVersion should not be set on objects to be created");
  const given: Record<string, unknown> = { ...object };
  if (strategy.hasStatus) delete given.status;
  const name = metadata.name || generatedName(metadata.generateName);
  return {
    ...given,
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: {
      ...withoutServerFields(metadata),
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: randomUUID(),
      creationTimestamp: formatInstant(context.now.getTime()),
      ...(strategy.hasGeneration ? { generation: 1 } : {}),
      ...(strategy.finalizers === undefined
        ? {}
        : { finalizers: [...new Set([...(metadata.finalizers ?? []), ...strategy.finalizers])] }),
    },
  };
}

/** A client's metadata without fields that only the server sets, and without empty maps and lists; the path has the namespace. */
function withoutServerFields(metadata: ObjectMeta): ObjectMeta {
  const {
    uid: _uid,
    resourceVersion: _version,
    generation: _generation,
    creationTimestamp: _created,
    deletionTimestamp: _deleted,
    deletionGracePeriodSeconds: _grace,
    managedFields: _managed,
    namespace: _namespace,
    labels,
    annotations,
    finalizers,
    ...given
  } = metadata;
  return {
    ...given,
    ...(!isEmptyMap(labels) && { labels }),
    ...(!isEmptyMap(annotations) && { annotations }),
    ...(!isEmptyList(finalizers) && { finalizers }),
  };
}

/** Whether a map is missing or has no entries, which Go does not tell apart. Validation sees what is no map. */
function isEmptyMap(map: Readonly<Record<string, string>> | null | undefined): map is null | undefined {
  return map == null || (isRecord(map) && Object.keys(map).length === 0);
}

function isEmptyList(list: readonly string[] | null | undefined): list is null | undefined {
  return list == null || (Array.isArray(list) && list.length === 0);
}

/** Empty without a prefix, which validation refuses. */
function generatedName(prefix: string | undefined): string {
  return prefix ? `${prefix.slice(0, 58)}${randomLetters()}` : "";
}

/** Gives an object without a name a random one, also without a prefix; some kinds of Gardener's are so. */
export function withRandomName(object: KubeObject): KubeObject {
  const { metadata } = object;
  return metadata.name === "" ? { ...object, metadata: { ...metadata, name: randomLetters() } } : object;
}

function randomLetters(): string {
  return randomBytes(4).toString("hex").slice(0, 5);
}

/** The metadata of an update, in which server-set fields have the values of `before`. */
export function metadataForUpdate(before: ObjectMeta, wanted: ObjectMeta): ObjectMeta {
  const owned = {
    uid: before.uid,
    resourceVersion: before.resourceVersion,
    generation: before.generation,
    creationTimestamp: before.creationTimestamp,
    deletionTimestamp: before.deletionTimestamp,
    deletionGracePeriodSeconds: before.deletionGracePeriodSeconds,
    namespace: before.namespace,
    generateName: before.generateName,
    managedFields: before.managedFields,
  };
  const present = Object.fromEntries(Object.entries(owned).filter(([, value]) => value !== undefined));
  return { ...withoutServerFields(wanted), name: before.name, ...present };
}
