import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import { type AuthenticatedExchange, sendJson } from "../exchange/exchange.ts";
import { createObjectEncoder } from "./table.ts";

/** Sends one object in the representation that the client accepts. */
export function sendObject(
  exchange: AuthenticatedExchange,
  definition: ResourceDefinition,
  object: KubeObject,
  code = 200,
): void {
  sendJson(exchange, code, createObjectEncoder(exchange, definition)(object));
}
