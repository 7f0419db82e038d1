import "server-only";
import type { KubeObject, ListMeta } from "#lib/kube/object.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import type { AuthenticatedExchange } from "../exchange/exchange.ts";
import { negotiateRepresentation } from "../exchange/media-type.ts";

type IncludeObject = "None" | "Metadata" | "Object";

export function parseIncludeObject(query: URLSearchParams): IncludeObject {
  const wanted = query.get("includeObject");
  return wanted === "None" || wanted === "Object" ? wanted : "Metadata";
}

/** Returns a function that encodes objects in the representation that the client accepts. */
export function createObjectEncoder(
  { server, request, query }: AuthenticatedExchange,
  definition: ResourceDefinition,
): (object: KubeObject) => object {
  switch (negotiateRepresentation(request.headers.accept)) {
    case "object":
      return (object) => object;
    case "metadata":
      return partialMetadata;
    case "table": {
      const include = parseIncludeObject(query);
      let columns: readonly object[] | null = columnDefinitions(definition);
      return (object) => {
        const row = tableRow(definition, object, { include, now: server.clock.now() });
        const encoded = tableResponse(columns, [row], { resourceVersion: object.metadata.resourceVersion ?? "" });
        columns = null; // only the first event contains them
        return encoded;
      };
    }
  }
}

export function columnDefinitions(definition: ResourceDefinition): readonly object[] {
  return definition.columns.map(({ cell: _cell, ...column }) => ({ format: "", priority: 0, ...column }));
}

interface TableOptions {
  readonly include: IncludeObject;
  readonly now: Date;
}

/** A row of a Table, with the part of the object that the client requests. */
export function tableRow(definition: ResourceDefinition, object: KubeObject, { include, now }: TableOptions): object {
  return {
    cells: definition.columns.map(({ cell }) => cell(object, now)),
    ...(include === "None" ? {} : { object: include === "Object" ? object : partialMetadata(object) }),
  };
}

export function tableResponse(columns: readonly object[] | null, rows: readonly object[], metadata: ListMeta): object {
  return { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata, columnDefinitions: columns, rows };
}

export function partialMetadata({ metadata }: KubeObject): object {
  return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata };
}
