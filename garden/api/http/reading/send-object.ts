import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import { type Exchange, sendJson } from "../exchange/exchange.ts";
import { negotiate } from "../exchange/media-type.ts";
import { includeObject } from "./list-objects.ts";
import { columnDefinitions, partialMetadata, table, tableRow } from "./table.ts";

/** Answers with one object. */
export function sendObject(exchange: Exchange, definition: ResourceDefinition, object: KubeObject, code = 200): void {
  sendJson(exchange, code, represented(exchange, definition, object));
}

/** The object in the form that the client accepts. */
function represented({ request, query, server }: Exchange, definition: ResourceDefinition, object: KubeObject): object {
  switch (negotiate(request.headers.accept)) {
    case "object":
      return object;
    case "metadata":
      return partialMetadata(object);
    case "table": {
      const row = tableRow(definition, object, { include: includeObject(query), now: server.clock.now() });
      return table(columnDefinitions(definition), [row], { resourceVersion: object.metadata.resourceVersion ?? "" });
    }
  }
}
