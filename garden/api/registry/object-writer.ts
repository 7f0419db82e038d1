import "server-only";
import { fieldAt } from "#lib/kube/field.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { namespaces } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import {
  alreadyExists,
  badRequest,
  conflict,
  forbiddenError,
  invalidObjectError,
  notFound,
  tooLargeError,
} from "../errors/api-error.ts";
import { createAuthorizer } from "../rbac/authorizer.ts";
import { rejectEscalation } from "../rbac/escalation.ts";
import { collectionKeyOf, type ObjectStore } from "../store/store.ts";
import { createGardenReader } from "./garden-reader.ts";
import { validateMeta, validateMetaUpdate } from "./object-meta.ts";
import {
  type AdmissionContext,
  apiVersionOf,
  type ResourceDefinition,
  type WritableSubresource,
  type WriteContext,
} from "./resource-definition.ts";
import { findExceededQuota } from "./resource-quota.ts";
import { metadataForUpdate, withCreationMeta } from "./server-meta.ts";

/** The object or collection that a write changes. */
export interface WriteTarget {
  readonly definition: ResourceDefinition;
  readonly namespace: string | undefined;
  readonly name: string;
}

/**
 * Returns the managedFields of the object to be stored, or those of `before` if no field owner changes. `given` is the
 * object in the request.
 */
export type FieldOwnerTracker = (write: {
  readonly before: KubeObject | undefined;
  readonly wanted: KubeObject;
  readonly given: KubeObject;
}) => readonly unknown[] | undefined;

export interface WriteOptions {
  readonly context: WriteContext;
  readonly dryRun: boolean;
  readonly subresource?: WritableSubresource | undefined;
  readonly track?: FieldOwnerTracker | undefined;
  /** Precondition of a write: it fails with 409 Conflict if the object has another uid. */
  readonly uid?: string | undefined;
}

export interface DeletePreconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Writes objects after defaulting, admission and validation. A refused write throws an ApiError. */
export interface ObjectWriter {
  create(target: Omit<WriteTarget, "name">, object: KubeObject, options: WriteOptions): KubeObject;
  update(target: WriteTarget, object: KubeObject, options: WriteOptions): KubeObject;
  delete(target: WriteTarget, options: WriteOptions & { readonly preconditions?: DeletePreconditions }): KubeObject;
}

const largestObjectBytes = 1.5 * 1024 * 1024;

export function createObjectWriter(store: ObjectStore): ObjectWriter {
  const garden = createGardenReader(store);
  const authorizer = createAuthorizer(store);

  function surroundingsOf(context: WriteContext): AdmissionContext {
    const mayUse: AdmissionContext["mayUse"] = (verb, { group, plural: resource }, { metadata }, subresource) => {
      const { namespace, name } = metadata;
      return authorizer.mayResource(context.user, { verb, group, resource, subresource, namespace, name }).allowed;
    };
    return { ...context, garden, mayUse };
  }

  function collectionOf({ resource }: ResourceDefinition) {
    return store.collection(collectionKeyOf(resource));
  }

  function read({ definition, namespace, name }: WriteTarget): KubeObject {
    const found = collectionOf(definition).get(namespace, name);
    if (found === undefined) throw notFound(definition.resource, name);
    return found;
  }

  function commit(definition: ResourceDefinition, object: KubeObject, dryRun: boolean): KubeObject {
    if (JSON.stringify(object).length > largestObjectBytes) throw tooLargeError("etcdserver: request is too large");
    return dryRun ? object : store.put(collectionKeyOf(definition.resource), object);
  }

  function requireNamespace({ resource }: ResourceDefinition, namespace: string | undefined, name: string): void {
    if (!resource.namespaced || namespace === undefined) return;
    const found = store.collection(collectionKeyOf(namespaces)).get(undefined, namespace);
    if (found === undefined) throw notFound(namespaces, namespace);
    if (found.metadata.deletionTimestamp !== undefined) {
      throw forbiddenError(
        resource,
        name,
        `unable to create new content in namespace ${namespace} because it is being terminated`,
      );
    }
  }

  /** Stores an update, or removes the object if it is being deleted and has no more finalizers. */
  function finish(definition: ResourceDefinition, object: KubeObject, dryRun: boolean): KubeObject {
    const gone = object.metadata.deletionTimestamp !== undefined && (object.metadata.finalizers ?? []).length === 0;
    if (!gone) return commit(definition, object, dryRun);
    return dryRun ? object : store.remove(collectionKeyOf(definition.resource), object);
  }

  return {
    create({ definition, namespace }, object, { context, dryRun, track }) {
      const named = withCreationMeta(object, { definition, namespace, context });
      const { name } = named.metadata;
      requireNamespace(definition, namespace, name);
      const { strategy } = definition;
      const surroundings = surroundingsOf(context);
      const mutated = strategy.mutate?.(named, undefined, surroundings) ?? named;
      const prepared = strategy.prepareForCreate?.(mutated, surroundings) ?? mutated;
      refuse(definition, name, [
        ...validateMeta(prepared, definition),
        ...(strategy.validate?.(prepared, surroundings) ?? []),
        ...(strategy.validateCreate?.(prepared, surroundings) ?? []),
      ]);
      const canonical = strategy.canonicalize?.(prepared) ?? prepared;
      for (const warning of strategy.warnings?.(canonical, undefined, surroundings) ?? []) context.warn(warning);
      strategy.admit?.(canonical, undefined, surroundings);
      rejectEscalation({ authorizer, user: context.user, resource: definition.resource, object: canonical });
      const exceeded = findExceededQuota(store, definition.resource, namespace);
      if (exceeded !== undefined) throw forbiddenError(definition.resource, name, exceeded);
      if (collectionOf(definition).get(namespace, name) !== undefined) throw alreadyExists(definition.resource, name);
      const owners = track?.({ before: undefined, wanted: canonical, given: object });
      return commit(definition, withOwners(canonical, owners), dryRun);
    },

    update(target, object, { context, dryRun, subresource, track, uid }) {
      const { definition, name } = target;
      const { strategy } = definition;
      const surroundings = surroundingsOf(context);
      const before = read(target);
      checkPreconditions(target, before, { uid });
      checkIdentity(target, before, object);
      const prepared = prepare(definition, before, { object, subresource, context: surroundings });
      const wanted = strategy.canonicalize?.(prepared) ?? prepared;
      const owners = track?.({ before, wanted, given: object }) ?? before.metadata.managedFields;
      const metaCauses = validateMetaUpdate(before.metadata, object.metadata, prepared.metadata);
      const isSame =
        metaCauses.length === 0 && owners === before.metadata.managedFields && semanticallyEqual(before, prepared);
      if (!isSame) {
        refuse(definition, name, [
          ...metaCauses,
          ...(strategy.validate?.(prepared, surroundings) ?? []),
          ...(subresource === "status" ? [] : (strategy.validateUpdate?.(before, prepared, surroundings) ?? [])),
        ]);
      }
      if (subresource === undefined) {
        for (const warning of strategy.warnings?.(wanted, before, surroundings) ?? []) context.warn(warning);
      }
      if (subresource === undefined) strategy.admit?.(wanted, before, surroundings);
      if (subresource === "binding") strategy.admitBinding?.(wanted, before, surroundings);
      if (isSame) return before;
      rejectEscalation({ authorizer, user: context.user, resource: definition.resource, object: wanted });
      return finish(definition, withOwners(wanted, owners), dryRun);
    },

    delete(target, { context, dryRun, preconditions }) {
      const { definition } = target;
      const before = read(target);
      checkPreconditions(target, before, preconditions);
      definition.strategy.admitDeletion?.(before, surroundingsOf(context));
      if (before.metadata.deletionTimestamp !== undefined) return before;
      const leaving = definition.strategy.prepareForDeletion?.(before) ?? before;
      const finalizers = leaving.metadata.finalizers ?? [];
      if (finalizers.length === 0) return dryRun ? before : store.remove(collectionKeyOf(definition.resource), before);
      const marked: KubeObject = {
        ...leaving,
        metadata: {
          ...leaving.metadata,
          deletionTimestamp: formatInstant(context.now.getTime()),
          deletionGracePeriodSeconds: 0,
          ...(definition.strategy.hasGeneration ? { generation: (before.metadata.generation ?? 0) + 1 } : {}),
        },
      };
      return commit(definition, marked, dryRun);
    },
  };
}

function withOwners(object: KubeObject, owners: readonly unknown[] | undefined): KubeObject {
  if (owners === object.metadata.managedFields) return object;
  const { managedFields: _before, ...metadata } = object.metadata;
  return { ...object, metadata: owners?.length ? { ...metadata, managedFields: owners } : metadata };
}

function refuse(definition: ResourceDefinition, name: string, causes: Parameters<typeof invalidObjectError>[2]): void {
  if (causes.length > 0) throw invalidObjectError(definition.resource, name, causes);
}

function checkIdentity(
  { definition, namespace, name }: WriteTarget,
  before: KubeObject,
  { metadata }: KubeObject,
): void {
  if (metadata.name !== name) throw badRequest("the name of the object does not match the name on the URL");
  if (metadata.namespace !== undefined && metadata.namespace !== namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  if (metadata.resourceVersion && metadata.resourceVersion !== before.metadata.resourceVersion) {
    throw conflict(definition.resource, name);
  }
}

function checkPreconditions(
  { definition, name }: WriteTarget,
  { metadata }: KubeObject,
  { uid, resourceVersion }: DeletePreconditions = {},
): void {
  if (uid !== undefined && uid !== metadata.uid) {
    throw conflict(
      definition.resource,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid ?? ""}`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw conflict(
      definition.resource,
      name,
      `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${metadata.resourceVersion ?? ""}`,
    );
  }
}

interface Wish {
  readonly object: KubeObject;
  readonly subresource: WritableSubresource | undefined;
  readonly context: AdmissionContext;
}

/** Prepares an object for storage: server-set metadata stays; other writes keep the status, status writes all else. */
function prepare(
  definition: ResourceDefinition,
  before: KubeObject,
  { object, subresource, context }: Wish,
): KubeObject {
  const { strategy } = definition;
  if (subresource === "status") {
    const wanted = withField(before, "status", fieldAt(object, "status"));
    return strategy.prepareForStatusUpdate?.(before, wanted) ?? wanted;
  }
  const kept: KubeObject = {
    ...object,
    apiVersion: apiVersionOf(definition.resource),
    kind: definition.resource.kind,
    metadata: metadataForUpdate(before.metadata, object.metadata),
  };
  const own = strategy.hasStatus ? withField(kept, "status", fieldAt(before, "status")) : kept;
  if (subresource === "binding") return strategy.prepareForBinding?.(before, own) ?? own;
  const wanted = strategy.mutate?.(own, before, context) ?? own;
  const prepared = strategy.prepareForUpdate?.(before, wanted);
  if (prepared !== undefined) return prepared;
  if (!strategy.hasGeneration || semanticallyEqual(fieldAt(before, "spec"), fieldAt(wanted, "spec"))) return wanted;
  return { ...wanted, metadata: { ...wanted.metadata, generation: (before.metadata.generation ?? 0) + 1 } };
}

function withField(object: KubeObject, field: string, value: unknown): KubeObject {
  const copy: KubeObject & Record<string, unknown> = { ...object };
  if (value === undefined) delete copy[field];
  else copy[field] = value;
  return copy;
}
