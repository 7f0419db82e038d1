import "server-only";
import { parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject, ListMeta } from "#lib/kube/object.ts";
import type { Column, ResourceDefinition } from "../registry/resource-definition.ts";

export type IncludeObject = "None" | "Metadata" | "Object";

const nameColumn: Column = {
  name: "Name",
  type: "string",
  format: "name",
  description: "Name must be unique within a namespace.",
  cell: ({ metadata }) => metadata.name,
};

const ageColumn: Column = {
  name: "Age",
  type: "string",
  description: "The time since the object was created.",
  cell: ({ metadata }, now) => age(metadata.creationTimestamp, now),
};

/** Gardener puts Age before the columns that only `-o wide` shows. */
function allColumns({ columns }: ResourceDefinition): readonly Column[] {
  const narrow = columns.filter(({ priority }) => priority !== 1);
  return [nameColumn, ...narrow, ageColumn, ...columns.filter(({ priority }) => priority === 1)];
}

export function columnDefinitions(definition: ResourceDefinition): readonly object[] {
  return allColumns(definition).map(({ name, type, format = "", description, priority = 0 }) => ({
    name,
    type,
    format,
    description,
    priority,
  }));
}

export interface TableOptions {
  readonly include: IncludeObject;
  readonly now: Date;
}

/** A row of a Table, with as much of the object as the client asks for. */
export function tableRow(definition: ResourceDefinition, object: KubeObject, { include, now }: TableOptions): object {
  return {
    cells: allColumns(definition).map(({ cell }) => cell(object, now)),
    ...(include === "None" ? {} : { object: include === "Object" ? object : partialMetadata(object) }),
  };
}

export function table(columns: readonly object[] | undefined, rows: readonly object[], metadata: ListMeta): object {
  return {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata,
    ...(columns === undefined ? { columnDefinitions: null } : { columnDefinitions: columns }),
    rows,
  };
}

export function partialMetadata({ metadata }: KubeObject): object {
  return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata };
}

/** A duration as kubectl prints ages: `3d4h`, `5m`, `42s`. */
function age(created: string | undefined, now: Date): string {
  const createdAt = parseInstant(created);
  if (createdAt === undefined) return "<unknown>";
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
