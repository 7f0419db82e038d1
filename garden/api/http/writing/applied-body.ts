import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { describeAmbiguousList } from "../../apply/check-applied.ts";
import { badRequest, unwrappedServerError } from "../../errors/api-error.ts";
import { apiVersionOf } from "../../registry/resource-definition.ts";
import { schemaOfResource } from "../../registry/schema-of-resource.ts";
import { decodeBySchema } from "../../schema/decode-by-schema.ts";
import { findSchema } from "../../schema/meta-schema.ts";
import type { AuthenticatedExchange } from "../exchange/exchange.ts";
import type { ResourceRequestInfo } from "../exchange/parse-request-info.ts";
import { readYamlRequestBody } from "../exchange/read-body.ts";
import { bodyToKubeObject, fieldValidationOf } from "./conform-body.ts";

type NamedInfo = ResourceRequestInfo & { readonly name: string };

/**
 * Reads the object of a server-side apply; its name defaults to the one in the path. Fields missing in the schema are
 * always refused, even with `fieldValidation=Ignore`, because they cannot have an owner.
 * @throws ApiError 400, 413, and 500 for values that the schema does not allow
 */
export async function readAppliedObject(exchange: AuthenticatedExchange, info: NamedInfo): Promise<KubeObject> {
  const { definition, name, subresource } = info;
  const validation = fieldValidationOf(exchange);
  const { value, duplicateKeys } = await readYamlRequestBody(exchange.request);
  if (!isRecord(value)) throw badRequest("error decoding YAML: the body is no object");
  if (validation === "Strict" && duplicateKeys.length > 0) {
    throw badRequest(`error strict decoding YAML: ${duplicateKeys.join("; ")}`);
  }
  if (validation === "Warn") exchange.warnings.push(...duplicateKeys);
  checkHead(info, value);
  const { status, ...rest } = value;
  const withStatus = subresource === "status" || !definition.strategy.hasStatus;
  const schema = schemaOfResource(definition);
  const read = decodeBySchema(schema, withStatus ? value : rest, findSchema);
  const [unknown] = read.unknownFields;
  const misfit =
    read.mismatch ??
    (unknown === undefined ? describeAmbiguousList(schema, read.value) : `.${unknown}: field not declared in schema`);
  if (misfit !== undefined) {
    throw unwrappedServerError(`failed to create typed patch object (${objectText(info)}): ${misfit}`);
  }
  const object = bodyToKubeObject(read.value, undefined);
  return object.metadata.name === "" ? { ...object, metadata: { ...object.metadata, name } } : object;
}

/** Describes an object for an error message, such as `shop/web; apps/v1, Kind=Deployment`. */
function objectText({ definition, namespace, name }: NamedInfo): string {
  const { group, version, kind } = definition.resource;
  return `${namespace ?? ""}/${name}; ${group}/${version}, Kind=${kind}`;
}

function checkHead({ definition }: NamedInfo, { apiVersion, kind, metadata }: Readonly<Record<string, unknown>>): void {
  const expected = apiVersionOf(definition.resource);
  if (apiVersion !== expected) {
    throw badRequest(
      `Incorrect version specified in apply patch. Specified patch version: ${String(apiVersion ?? "")}, expected: ${expected}`,
    );
  }
  if (kind !== definition.resource.kind) {
    throw badRequest(
      `Incorrect kind specified in apply patch. Specified patch kind: ${String(kind ?? "")}, expected: ${definition.resource.kind}`,
    );
  }
  if (isRecord(metadata) && metadata.managedFields !== undefined && metadata.managedFields !== null) {
    throw badRequest("metadata.managedFields must be nil");
  }
}
