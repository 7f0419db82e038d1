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
import { invalidOptionError } from "./write-options.ts";

const fieldValidations = ["Strict", "Warn", "Ignore"] as const;
type FieldValidation = (typeof fieldValidations)[number];

interface Written {
  readonly body: Readonly<Record<string, unknown>>;
  /** Duplicate fields in the body, or in the patch that produced it. */
  readonly duplicates: readonly string[];
  /** Returns the refusal of a body that cannot be decoded; by default the one for the body of a write. */
  readonly undecodable?: (why: string) => Error;
}

/**
 * Decodes the object in a body as Go would: wrong types are refused; unknown and duplicate fields are refused, warned
 * of or dropped, as `fieldValidation` says. Only the part that the write can change is checked.
 * @throws ApiError 400 if it does not decode, 422 if a patch causes that or `fieldValidation` is invalid
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
  throw invalidOptionError(request.method, fieldCause("NotSupported", "fieldValidation", text));
}

/** The object in a body, which must have metadata; its name can still be missing, for generateName. */
export function toObject(body: unknown, status: unknown): KubeObject {
  const metadata = isRecord(body) ? body.metadata : undefined;
  if (!isRecord(body) || !isRecord(metadata)) throw badRequest("the object has no metadata");
  const name = typeof metadata.name === "string" ? metadata.name : "";
  const given = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
  const named = { ...(status === undefined ? {} : { status }), ...body, metadata: { ...given, name } };
  if (!isWireObject<KubeObject>(named)) throw badRequest("the object has no metadata");
  return named;
}
