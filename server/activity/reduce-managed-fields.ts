import "server-only";
import type { FieldManager } from "#lib/contract/activity.ts";
import { textAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";

const mostFields = 12;

/** Who wrote which fields last. The sets of fields may be long, so only the names of the topmost ones are kept. */
export function reduceManagedFields(managedFields: unknown): FieldManager[] {
  if (!Array.isArray(managedFields)) return [];
  return managedFields.flatMap((entry: unknown) => {
    const manager = textAt(entry, "manager");
    if (manager === undefined || !isRecord(entry)) return [];
    const fields = topFields(entry.fieldsV1);
    const [operation, subresource, at] = [
      textAt(entry, "operation"),
      textAt(entry, "subresource"),
      textAt(entry, "time"),
    ];
    return [
      {
        manager,
        ...(operation !== undefined && { operation }),
        ...(subresource !== undefined && subresource !== "" && { subresource }),
        ...(at !== undefined && { at }),
        fields: fields.slice(0, mostFields),
        more: Math.max(0, fields.length - mostFields),
      },
    ];
  });
}

/** `spec.kubernetes`, `metadata.annotations`, `status.lastOperation`: two steps deep. */
function topFields(fieldsV1: unknown): string[] {
  return children(fieldsV1).flatMap(([name, below]) => {
    const inner = children(below).map(([field]) => `${name}.${field}`);
    return inner.length === 0 ? [name] : inner;
  });
}

function children(fields: unknown): (readonly [string, unknown])[] {
  if (!isRecord(fields)) return [];
  return Object.entries(fields).flatMap(([key, below]) =>
    key.startsWith("f:") ? [[key.slice(2), below] as const] : [],
  );
}
