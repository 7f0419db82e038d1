import "server-only";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { applyFields } from "../../apply/apply-fields.ts";
import { applyConflictError } from "../../apply/field-conflicts.ts";
import { fieldSetOf } from "../../apply/field-set-of.ts";
import { conflictsOutsideLastApplied, withLastAppliedAnnotation } from "../../apply/last-applied.ts";
import {
  type FieldManager,
  type ManagedFieldsEntry,
  readStoredManagedFields,
  sameOwners,
  sortedEntries,
} from "../../apply/managed-entry.ts";
import { appliedFieldsOf, ownedFieldsOf, withOwnedFields } from "../../apply/owned-fields.ts";
import { updateFieldOwners } from "../../apply/update-field-owners.ts";
import { badRequest, methodNotAllowed, notFound } from "../../errors/api-error.ts";
import { apiVersionOf, type ResourceDefinition } from "../../registry/resource-definition.ts";
import { schemaOfResource } from "../../registry/schema-of-resource.ts";
import { collectionKeyOf } from "../../store/store.ts";
import { authorizeResource, resourceRequestOf } from "../exchange/authorize.ts";
import type { AuthenticatedExchange } from "../exchange/exchange.ts";
import type { ResourceRequestInfo } from "../exchange/parse-request-info.ts";
import { sendObject } from "../reading/send-object.ts";
import { readAppliedObject } from "./applied-body.ts";
import { isForced, writeOptions } from "./write-options.ts";

/** Input of one server-side apply. */
interface Wish {
  readonly definition: ResourceDefinition;
  readonly object: KubeObject;
  readonly self: FieldManager;
  readonly isForced: boolean;
  readonly time: string;
}

/**
 * Answers a server-side apply, a PATCH of type application/apply-patch+yaml, and creates the object if it does not
 * exist.
 * @throws ApiError 400 for a body that cannot be applied, 409 if it would take fields from another manager
 */
export async function applyObject(exchange: AuthenticatedExchange, info: ResourceRequestInfo): Promise<void> {
  const { definition, namespace, name, subresource } = info;
  if (name === undefined) throw methodNotAllowed();
  const { track: _track, ...options } = writeOptions(exchange, info);
  const object = await readAppliedObject(exchange, { ...info, name });
  const { server, user, query } = exchange;
  const wish: Wish = {
    definition,
    object,
    isForced: isForced(exchange),
    time: formatInstant(options.context.now.getTime()),
    self: {
      manager: query.get("fieldManager") ?? "",
      operation: "Apply",
      apiVersion: apiVersionOf(definition.resource),
      ...(subresource === undefined ? {} : { subresource }),
    },
  };
  const current = server.store.collection(collectionKeyOf(definition.resource)).get(namespace, name);
  if (current === undefined) {
    if (object.metadata.name !== name) throw badRequest("the name of the object does not match the name on the URL");
    if (subresource !== undefined) throw notFound(definition.resource, name);
    authorizeResource(server, user, resourceRequestOf(info, "create"));
    const owners = ownersOfNew(wish);
    const created = server.writer.create({ definition, namespace }, object, { ...options, track: () => owners });
    return sendObject(exchange, definition, created, 201);
  }
  const { wanted, entries } = applyTo(current, wish);
  const updated = server.writer.update({ definition, namespace, name }, wanted, {
    ...options,
    track: ({ before, wanted: stored }) =>
      before !== undefined &&
      sameOwners(readStoredManagedFields(before.metadata.managedFields), entries) &&
      semanticallyEqual(before, stored)
        ? before.metadata.managedFields
        : entries,
  });
  sendObject(exchange, definition, updated);
}

function ownersOfNew({ definition, object, self, time }: Wish): readonly ManagedFieldsEntry[] {
  const { hasStatus } = definition.strategy;
  const fieldsV1 = fieldSetOf(schemaOfResource(definition), appliedFieldsOf(object, { hasStatus }));
  return sortedEntries([{ ...self, time, fieldsType: "FieldsV1", fieldsV1 }]);
}

interface Outcome {
  readonly wanted: KubeObject;
  readonly entries: readonly ManagedFieldsEntry[];
}

function applyTo(current: KubeObject, wish: Wish): Outcome {
  const { definition, object, self, time } = wish;
  const schema = schemaOfResource(definition);
  const reach = { subresource: self.subresource, hasStatus: definition.strategy.hasStatus };
  const live = ownedFieldsOf(current, reach);
  const applied = appliedFieldsOf(object, reach);
  const stored = readStoredManagedFields(current.metadata.managedFields);
  const entries = stored.length > 0 ? stored : ownersBefore({ ...wish, live });
  const result = applyFields({ schema, live, applied, entries, self, time });
  const conflicts = conflictsOutsideLastApplied(result.conflicts, { schema, current, live, reach, self });
  if (!wish.isForced && conflicts.length > 0) throw applyConflictError(conflicts);
  const merged = withOwnedFields(current, result.value, reach);
  return {
    wanted: withPreconditions(withLastAppliedAnnotation(merged, { object, self }), object),
    entries: result.entries,
  };
}

/** managedFields for an object without any: the manager `before-first-apply` owns all its fields. */
function ownersBefore({ definition, self, time, live }: Wish & { readonly live: ReturnType<typeof ownedFieldsOf> }) {
  return updateFieldOwners({
    schema: schemaOfResource(definition),
    before: undefined,
    after: live,
    entries: [],
    self: { ...self, manager: "before-first-apply", operation: "Update" },
    time,
  });
}

/** Copies name, namespace, uid and resourceVersion from the request body, to check them as in other writes. */
function withPreconditions(merged: KubeObject, { metadata }: KubeObject): KubeObject {
  const { name, namespace, uid, resourceVersion } = metadata;
  return {
    ...merged,
    metadata: {
      ...merged.metadata,
      name,
      ...(namespace ? { namespace } : {}),
      ...(uid ? { uid } : {}),
      ...(resourceVersion ? { resourceVersion } : {}),
    },
  };
}
