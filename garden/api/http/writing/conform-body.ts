import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord, isWireObject } from "#lib/kube/wire.ts";
import { badRequest, fieldCause } from "../../errors/api-error.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import { schemaOf } from "../../registry/schema-of.ts";
import { conform } from "../../schema/conform.ts";
import { findSchema } from "../../schema/meta-schema.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { ResourceRequestInfo } from "../exchange/request-info.ts";
import { refusedOption } from "./write-options.ts";

const fieldValidations = ["Strict", "Warn", "Ignore"] as const;
type FieldValidation = (typeof fieldValidations)[number];

interface Written {
  readonly body: Readonly<Record<string, unknown>>;
  /** The fields that stood twice in the text of the body, or of the patch that led to it. */
  readonly duplicates: readonly string[];
  /** How it is refused where it does not decode; as the body of a write when missing. */
  readonly undecodable?: (why: string) => Error;
}

/**
 * The object that a body holds, decoded as Go would: a wrong type is refused, and unknown fields and those that stand twice
 * are refused, warned of or dropped, as the request wishes. Of a write only the part that it may change is looked at.
 * @throws ApiError 400 for what does not decode, 422 for a patch that leads to such, and for an unknown wish
 */
export function conformBody(
  exchange: Exchange,
  { definition, subresource }: ResourceRequestInfo,
  { body, duplicates, undecodable = (why) => undecodableBody(definition, why) }: Written,
): KubeObject {
  const wish = fieldValidationOf(exchange);
  const { status, ...rest } = body;
  const statusStays = definition.strategy.hasStatus && subresource !== "status";
  const read = conform(schemaOf(definition), statusStays ? rest : body, findSchema);
  if (read.mismatch !== undefined) throw undecodable(read.mismatch);
  const faults = [...duplicates.map(duplicateField), ...read.unknownFields.map(unknownField)];
  if (wish === "Strict" && faults.length > 0) throw undecodable(`strict decoding error: ${faults.join(", ")}`);
  if (wish === "Warn") exchange.warnings.push(...faults);
  return toObject(read.value, statusStays ? status : undefined);
}

function unknownField(path: string): string {
  return `unknown field ${JSON.stringify(path)}`;
}

function duplicateField(path: string): string {
  return `duplicate field ${JSON.stringify(path)}`;
}

function undecodableBody({ resource }: ResourceDefinition, why: string): Error {
  const { kind, version } = resource;
  return badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${why}`);
}

export function fieldValidationOf({ query, request }: Exchange): FieldValidation {
  const given = query.get("fieldValidation");
  if (given === null || given === "") return "Warn";
  const known = fieldValidations.find((candidate) => candidate === given);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(given)}: supported values: "", "Ignore", "Strict", "Warn"`;
  throw refusedOption(request.method, fieldCause("NotSupported", "fieldValidation", text));
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
