import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { ambiguousListIn } from "../../apply/check-applied.ts";
import { badRequest, plainError } from "../../errors/api-error.ts";
import { apiVersionOf } from "../../registry/resource-definition.ts";
import { schemaOf } from "../../registry/schema-of.ts";
import { conform } from "../../schema/conform.ts";
import { findSchema } from "../../schema/meta-schema.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { readYaml } from "../exchange/read-body.ts";
import type { ResourceRequestInfo } from "../exchange/request-info.ts";
import { fieldValidationOf, toObject } from "./conform-body.ts";

type NamedInfo = ResourceRequestInfo & { readonly name: string };

/**
 * The object in the body of an apply, named after the path if it has no name. A field unknown to the schema is always
 * refused, whatever `fieldValidation` says, because it cannot have an owner.
 * @throws ApiError 400, 413, and 500 for values that the schema does not allow
 */
export async function readApplication(exchange: Exchange, info: NamedInfo): Promise<KubeObject> {
  const { definition, name, subresource } = info;
  const validation = fieldValidationOf(exchange);
  const { value, duplicateKeys } = await readYaml(exchange.request);
  if (!isRecord(value)) throw badRequest("error decoding YAML: the body is no object");
  if (validation === "Strict" && duplicateKeys.length > 0) {
    throw badRequest(`error strict decoding YAML: ${duplicateKeys.join("; ")}`);
  }
  if (validation === "Warn") exchange.warnings.push(...duplicateKeys);
  checkHead(info, value);
  const { status, ...rest } = value;
  const withStatus = subresource === "status" || !definition.strategy.hasStatus;
  const schema = schemaOf(definition);
  const read = conform(schema, withStatus ? value : rest, findSchema);
  const [unknown] = read.unknownFields;
  const misfit =
    read.mismatch ??
    (unknown === undefined ? ambiguousListIn(schema, read.value) : `.${unknown}: field not declared in schema`);
  if (misfit !== undefined) {
    throw plainError(`failed to create typed patch object (${objectText(info)}): ${misfit}`);
  }
  const object = toObject(read.value, undefined);
  return object.metadata.name === "" ? { ...object, metadata: { ...object.metadata, name } } : object;
}

/** Example: `shop/web; apps/v1, Kind=Deployment`. */
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
