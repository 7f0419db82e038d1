import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord, isWireObject } from "#lib/kube/wire.ts";
import { badRequest, invalid } from "../../errors/api-error.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import { schemaOf } from "../../registry/schema-of.ts";
import { conform } from "../../schema/conform.ts";
import { findSchema } from "../../schema/meta-schema.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { ResourceRequestInfo } from "../exchange/request-info.ts";

const fieldValidations = ["Strict", "Warn", "Ignore"] as const;
type FieldValidation = (typeof fieldValidations)[number];

/**
 * The object that a body holds, decoded as Go would: a wrong type is refused, and unknown fields are refused, warned of or
 * dropped, as the request wishes. Of a write only the part that it may change is looked at.
 * @throws ApiError 400 for what does not decode, 422 for an unknown wish
 */
export function conformBody(
  exchange: Exchange,
  { definition, subresource }: ResourceRequestInfo,
  body: Readonly<Record<string, unknown>>,
): KubeObject {
  const wish = fieldValidationOf(exchange, definition);
  const { status, ...rest } = body;
  const statusStays = definition.strategy.hasStatus && subresource !== "status";
  const read = conform(schemaOf(definition), statusStays ? rest : body, findSchema);
  if (read.mismatch !== undefined) throw undecodable(definition, read.mismatch);
  if (wish === "Strict" && read.unknownFields.length > 0) {
    const listed = read.unknownFields.map(unknownField).join(", ");
    throw undecodable(definition, `strict decoding error: ${listed}`);
  }
  if (wish === "Warn") exchange.warnings.push(...read.unknownFields.map(unknownField));
  return toObject(read.value, statusStays ? status : undefined);
}

function unknownField(path: string): string {
  return `unknown field ${JSON.stringify(path)}`;
}

function undecodable({ resource }: ResourceDefinition, why: string): Error {
  const { kind, version } = resource;
  return badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${why}`);
}

export function fieldValidationOf({ query }: Exchange, { resource }: ResourceDefinition): FieldValidation {
  const given = query.get("fieldValidation");
  if (given === null || given === "") return "Warn";
  const known = fieldValidations.find((candidate) => candidate === given);
  if (known !== undefined) return known;
  const message = `Unsupported value: ${JSON.stringify(given)}: supported values: "Ignore", "Strict", "Warn"`;
  throw invalid(resource, "", [{ reason: "FieldValueNotSupported", field: "fieldValidation", message }]);
}

/** A body with metadata is an object; its name may still be missing, for generateName. */
export function toObject(body: unknown, status: unknown): KubeObject {
  const metadata = isRecord(body) ? body.metadata : undefined;
  if (!isRecord(body) || !isRecord(metadata)) throw badRequest("the object has no metadata");
  const name = typeof metadata.name === "string" ? metadata.name : "";
  const given = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
  const named = { ...(status === undefined ? {} : { status }), ...body, metadata: { ...given, name } };
  if (!isWireObject<KubeObject>(named)) throw badRequest("the object has no metadata");
  return named;
}
