import "server-only";
import { formatInstant } from "#lib/kube/instant.ts";
import type { FieldOwnerTracker } from "../registry/object-writer.ts";
import { apiVersionOf, type ResourceDefinition } from "../registry/resource-definition.ts";
import { schemaOfResource } from "../registry/schema-of-resource.ts";
import {
  isManagedFieldsReset,
  type ManagedFieldsEntry,
  parseManagedFields,
  readStoredManagedFields,
  sameOwners,
} from "./managed-entry.ts";
import { ownedFieldsOf } from "./owned-fields.ts";
import { updateFieldOwners } from "./update-field-owners.ts";

export interface UpdateTrackerInput {
  readonly definition: ResourceDefinition;
  readonly manager: string;
  readonly subresource: string | undefined;
  readonly now: Date;
}

/**
 * Tracks field owners when objects are created and updated. An update does not add managedFields to an object that has
 * none, because the owners of its existing fields are unknown.
 * @source Kubernetes: apimachinery pkg/util/managedfields/internal/fieldmanager.go, skipnonapplied.go
 */
export function createUpdateTracker({ definition, manager, subresource, now }: UpdateTrackerInput): FieldOwnerTracker {
  const { strategy } = definition;
  const reach = { subresource, hasStatus: strategy.hasStatus };
  const self = {
    manager,
    operation: "Update",
    apiVersion: apiVersionOf(definition.resource),
    ...(subresource === undefined ? {} : { subresource }),
  } as const;
  return ({ before, wanted, given }) => {
    const stored = readStoredManagedFields(before?.metadata.managedFields);
    const asked = subresource === undefined ? askedEntries(given.metadata.managedFields, stored) : undefined;
    const entries = before === undefined ? [] : (asked ?? stored);
    if (before !== undefined && entries.length === 0) return asked;
    const tracked = updateFieldOwners({
      schema: schemaOfResource(definition),
      before: before && ownedFieldsOf(before, reach),
      after: ownedFieldsOf(wanted, reach),
      entries,
      self,
      time: formatInstant(now.getTime()),
    });
    return tracked === entries && asked === undefined ? before?.metadata.managedFields : tracked;
  };
}

/**
 * managedFields that a client sends to replace the stored ones, as kubectl does when it migrates to server-side apply.
 * Undefined if they are unchanged or invalid; invalid ones are ignored.
 */
function askedEntries(
  asked: readonly unknown[] | undefined,
  stored: readonly ManagedFieldsEntry[],
): readonly ManagedFieldsEntry[] | undefined {
  if (isManagedFieldsReset(asked)) return [];
  const parsed = parseManagedFields(asked);
  return parsed === undefined || parsed.length === 0 || sameOwners(parsed, stored) ? undefined : parsed;
}
