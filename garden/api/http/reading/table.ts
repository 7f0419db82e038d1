import "server-only";
import type { KubeObject, ListMeta } from "#lib/kube/object.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";

export type IncludeObject = "None" | "Metadata" | "Object";

export function columnDefinitions(definition: ResourceDefinition): readonly object[] {
  return definition.columns.map(({ name, type, format = "", description, priority = 0 }) => ({
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
    cells: definition.columns.map(({ cell }) => cell(object, now)),
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
