import "server-only";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { TableResponseColumn } from "./resource-definition.ts";

/** Table cell of a field that is not set. */
export const unknownCell = "<unknown>";
export const noneCell = "<none>";

export const nameColumn: TableResponseColumn = {
  name: "Name",
  type: "string",
  format: "name",
  description: "Name must be unique within a namespace.",
  cell: ({ metadata }) => metadata.name,
};

export const ageColumn: TableResponseColumn = {
  name: "Age",
  type: "date",
  description: "The time since the object was created.",
  cell: ({ metadata }, now) => formatAge(metadata.creationTimestamp, now),
};

/** The default columns of a Table response. */
export const nameAndAgeColumns: readonly TableResponseColumn[] = [nameColumn, ageColumn];

export function textColumn(
  name: string,
  cell: (object: KubeObject, now: Date) => string,
  { description = name, priority = 0 }: { readonly description?: string; readonly priority?: 0 | 1 } = {},
): TableResponseColumn {
  return { name, type: "string", description, priority, cell };
}

export function countColumn(name: string, count: (object: KubeObject) => number): TableResponseColumn {
  return { name, type: "integer", description: name, cell: count };
}

/** Returns a function that reads the text of a field; its result is `otherwise` if the field is not set. */
export function createFieldTextReader(
  path: readonly string[],
  otherwise = unknownCell,
): (object: KubeObject) => string {
  return (object) => stringAt(object, ...path) || otherwise;
}

/** The status of the condition with the given type; undefined if there is no such condition. */
export function conditionStatus(object: KubeObject, type: string): string | undefined {
  return stringAt(
    listAt(object, "status", "conditions").find((condition) => stringAt(condition, "type") === type),
    "status",
  );
}

export function countMapEntries(value: unknown): number {
  return isRecord(value) ? Object.keys(value).length : 0;
}

/** A duration in kubectl's age format: `3d4h`, `5m`, `42s`. */
export function formatAge(created: string | undefined, now: Date): string {
  const createdAt = parseInstant(created);
  if (createdAt === undefined) return unknownCell;
  const seconds = Math.max(0, Math.floor((now.getTime() - createdAt) / 1000));
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3600), Math.floor(seconds / 86_400)];
  if (seconds < 120) return `${seconds}s`;
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`;
  if (minutes < 180) return `${minutes}m`;
  if (hours < 8) return minutes % 60 === 0 ? `${hours}h` : `${hours}h${minutes % 60}m`;
  if (hours < 48) return `${hours}h`;
  if (days < 8) return hours % 24 === 0 ? `${days}d` : `${days}d${hours % 24}h`;
  if (days < 365 * 2) return `${days}d`;
  const years = Math.floor(days / 365);
  return days % 365 === 0 || years >= 8 ? `${years}y` : `${years}y${days % 365}d`;
}
