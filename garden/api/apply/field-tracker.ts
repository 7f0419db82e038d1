import "server-only";
import { formatInstant } from "#lib/kube/instant.ts";
import type { FieldTracker } from "../registry/object-writer.ts";
import { apiVersionOf, type ResourceDefinition } from "../registry/resource-definition.ts";
import { schemaOf } from "../registry/schema-of.ts";
import { isOwnerReset, type ManagedEntry, parseEntries, sameOwners, storedEntries } from "./managed-entry.ts";
import { ownedFieldsOf } from "./owned-fields.ts";
import { trackUpdate } from "./track-update.ts";

export interface Updater {
  readonly definition: ResourceDefinition;
  readonly manager: string;
  readonly subresource: string | undefined;
  readonly now: Date;
}

/**
 * Tracks field owners through creations and updates. An update of an object without managedFields adds none, because
 * the owners of its earlier fields are unknown.
 * @source Kubernetes: apimachinery pkg/util/managedfields/internal/fieldmanager.go, skipnonapplied.go
 */
export function updateTracker({ definition, manager, subresource, now }: Updater): FieldTracker {
  const { strategy } = definition;
  const reach = { subresource, hasStatus: strategy.hasStatus };
  const self = {
    manager,
    operation: "Update",
    apiVersion: apiVersionOf(definition.resource),
    ...(subresource === undefined ? {} : { subresource }),
  } as const;
  return ({ before, wanted, given }) => {
    const stored = storedEntries(before?.metadata.managedFields);
    const asked = subresource === undefined ? askedEntries(given.metadata.managedFields, stored) : undefined;
    const entries = before === undefined ? [] : (asked ?? stored);
    if (before !== undefined && entries.length === 0) return asked;
    const tracked = trackUpdate({
      schema: schemaOf(definition),
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
  stored: readonly ManagedEntry[],
): readonly ManagedEntry[] | undefined {
  if (isOwnerReset(asked)) return [];
  const parsed = parseEntries(asked);
  return parsed === undefined || parsed.length === 0 || sameOwners(parsed, stored) ? undefined : parsed;
}
