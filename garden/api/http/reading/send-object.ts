import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import { type Exchange, sendJson } from "../exchange/exchange.ts";
import { encoderOf } from "./table.ts";

/** Sends one object in the representation that the client accepts. */
export function sendObject(exchange: Exchange, definition: ResourceDefinition, object: KubeObject, code = 200): void {
  sendJson(exchange, code, encoderOf(exchange, definition)(object));
}
