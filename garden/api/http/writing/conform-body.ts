import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { isKubeObject, isRecord } from "#lib/kube/wire.ts";
import { badRequest, fieldErrorCause } from "../../errors/api-error.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import { schemaOfResource } from "../../registry/schema-of-resource.ts";
import { decodeBySchema } from "../../schema/decode-by-schema.ts";
import { findSchema } from "../../schema/meta-schema.ts";
import type { AuthenticatedExchange } from "../exchange/exchange.ts";
import type { ResourceRequestInfo } from "../exchange/parse-request-info.ts";
import { invalidOptionError } from "./write-options.ts";

const fieldValidations = ["Strict", "Warn", "Ignore"] as const;
type FieldValidation = (typeof fieldValidations)[number];

interface Written {
  readonly body: Readonly<Record<string, unknown>>;
  /** Fields that occur twice in the request body or in the patch. */
  readonly duplicates: readonly string[];
  /** Creates the error for a body that cannot be decoded; by default the error for POST and PUT. */
  readonly undecodable?: (why: string) => Error;
}

/**
 * Decodes a body like the Go API server: wrong types are refused; unknown and duplicate fields are refused, warned of
 * or dropped, depending on `fieldValidation`. Only fields that the write can change are checked.
 * @throws ApiError 400 if it does not decode, 422 if a patch causes that or `fieldValidation` is invalid
 */
export function decodeBodyBySchema(
  exchange: AuthenticatedExchange,
  { definition, subresource }: ResourceRequestInfo,
  { body, duplicates, undecodable = (why) => undecodableBody(definition, why) }: Written,
): KubeObject {
  const wish = fieldValidationOf(exchange);
  const { status, ...rest } = body;
  const statusStays = definition.strategy.hasStatus && subresource !== "status";
  const read = decodeBySchema(schemaOfResource(definition), statusStays ? rest : body, findSchema);
  if (read.mismatch !== undefined) throw undecodable(read.mismatch);
  const faults = [...duplicates.map(duplicateField), ...read.unknownFields.map(unknownField)];
  if (wish === "Strict" && faults.length > 0) throw undecodable(`strict decoding error: ${faults.join(", ")}`);
  if (wish === "Warn") exchange.warnings.push(...faults);
  return bodyToKubeObject(read.value, statusStays ? status : undefined);
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

export function fieldValidationOf({ query, request }: AuthenticatedExchange): FieldValidation {
  const given = query.get("fieldValidation");
  if (given === null || given === "") return "Warn";
  const known = fieldValidations.find((candidate) => candidate === given);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(given)}: supported values: "", "Ignore", "Strict", "Warn"`;
  throw invalidOptionError(request.method, fieldErrorCause("NotSupported", "fieldValidation", text));
}

/** Checks that a request body is an object with metadata. The name can be missing, because of `generateName`. */
export function bodyToKubeObject(body: unknown, status: unknown): KubeObject {
  const metadata = isRecord(body) ? body.metadata : undefined;
  if (!isRecord(body) || !isRecord(metadata)) throw badRequest("the object has no metadata");
  const name = typeof metadata.name === "string" ? metadata.name : "";
  const given = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
  const named = { ...(status === undefined ? {} : { status }), ...body, metadata: { ...given, name } };
  if (!isKubeObject<KubeObject>(named)) throw badRequest("the object has no metadata");
  return named;
}
