import "server-only";
import { listAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import {
  ApiError,
  badRequest,
  errorList,
  fieldCause,
  invalid,
  methodNotAllowed,
  notFound,
  plainError,
  undecodablePatch,
} from "../../errors/api-error.ts";
import { applyPatch, applyPatchType, requirePatchType } from "../../patch/apply-patch.ts";
import type { DeletePreconditions, WriteTarget } from "../../registry/object-writer.ts";
import { apiVersionOf, type ResourceDefinition } from "../../registry/resource-definition.ts";
import { schemaOf } from "../../registry/schema-of.ts";
import { selectedBy } from "../../registry/selectors.ts";
import { resourceKey } from "../../store/store.ts";
import { type Exchange, sendJson } from "../exchange/exchange.ts";
import { bareType } from "../exchange/media-type.ts";
import { readJson, readObject, readWrite } from "../exchange/read-body.ts";
import type { ResourceRequestInfo } from "../exchange/request-info.ts";
import { sendObject } from "../reading/send-object.ts";
import { applyObject } from "./apply-object.ts";
import { conformBody } from "./conform-body.ts";
import { reviewWithStatus } from "./reviews.ts";
import { checkPatchOptions, isDryRun, writeOptions } from "./write-options.ts";

/** GET of one object. */
export function getObject(exchange: Exchange, info: ResourceRequestInfo): void {
  sendObject(exchange, info.definition, storedObject(exchange, targetOf(info)));
}

/** POST to a collection: creates an object, or answers a review. */
export async function createObject(exchange: Exchange, info: ResourceRequestInfo): Promise<void> {
  const { definition, namespace } = info;
  const { value: body, duplicates } = await readWrite(exchange.request);
  checkKind(definition, body);
  if (definition.verbs !== undefined) {
    return sendJson(exchange, 201, await reviewWithStatus(exchange, definition.resource.kind, body));
  }
  if (definition.resource.namespaced && namespace === undefined) throw methodNotAllowed();
  const object = conformBody(exchange, info, { body, duplicates });
  const created = exchange.server.writer.create({ definition, namespace }, object, writeOptions(exchange, info));
  sendObject(exchange, definition, created, 201);
}

/** PUT of an object or of its status. */
export async function replaceObject(exchange: Exchange, info: ResourceRequestInfo): Promise<void> {
  const { definition } = info;
  const { value: body, duplicates } = await readWrite(exchange.request);
  checkKind(definition, body);
  const object = conformBody(exchange, info, { body, duplicates });
  if (definition.strategy.hasGeneration && !object.metadata.resourceVersion) {
    const cause = fieldCause("Invalid", "metadata.resourceVersion", "0: must be specified for an update");
    throw invalid(definition.resource, object.metadata.name, [cause]);
  }
  const options = { ...writeOptions(exchange, info), uid: object.metadata.uid };
  sendObject(exchange, definition, exchange.server.writer.update(targetOf(info), object, options));
}

/** PATCH of an object or of its status. */
export async function patchObject(exchange: Exchange, info: ResourceRequestInfo): Promise<void> {
  const { definition } = info;
  const target = targetOf(info);
  const type = bareType(exchange.request.headers["content-type"]);
  requirePatchType(type);
  checkPatchOptions(exchange, type === applyPatchType);
  if (type === applyPatchType) return applyObject(exchange, info);
  const { value: patch, duplicates } = await readJson(exchange.request);
  const current = storedObject(exchange, target);
  const patched = applyPatch(current, patch, { type, schema: schemaOf(definition) });
  const object = conformBody(exchange, info, {
    body: isRecord(patched) ? patched : {},
    duplicates,
    undecodable: (why) => undecodablePatch(patched, why),
  });
  sendObject(exchange, definition, exchange.server.writer.update(target, object, writeOptions(exchange, info)));
}

/** DELETE of one object. Returns its last state if finalizers keep it, otherwise a Status. */
export async function deleteObject(exchange: Exchange, info: ResourceRequestInfo): Promise<void> {
  const options = await deleteOptions(exchange);
  const target = targetOf(info);
  const { definition } = target;
  const before = exchange.server.writer.delete(target, { ...writeOptions(exchange, info), ...options });
  const left = exchange.server.store.collection(resourceKey(definition.resource)).get(target.namespace, target.name);
  if (left !== undefined) return sendObject(exchange, definition, options.dryRun ? before : left);
  sendJson(exchange, 200, deletedStatus(definition, before));
}

/** DELETE of a collection: deletes all selected objects. A refused deletion does not stop the others. */
export async function deleteObjects(exchange: Exchange, info: ResourceRequestInfo): Promise<void> {
  const { definition, namespace } = info;
  const { server, query } = exchange;
  const options = await deleteOptions(exchange);
  const doomed = server.store
    .collection(resourceKey(definition.resource))
    .list(namespace)
    .filter(selectedBy(query, definition));
  const refusals: string[] = [];
  for (const { metadata } of doomed) {
    const target = { definition, namespace: metadata.namespace, name: metadata.name };
    try {
      server.writer.delete(target, { ...writeOptions(exchange, info), dryRun: options.dryRun });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refusals.push(error.message);
    }
  }
  if (refusals.length > 0) throw plainError(errorList(refusals));
  sendJson(exchange, 200, { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" });
}

function deletedStatus({ resource }: ResourceDefinition, { metadata }: KubeObject): object {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: {
      name: metadata.name,
      ...(resource.group === "" ? {} : { group: resource.group }),
      kind: resource.plural,
      uid: metadata.uid,
    },
  };
}

async function deleteOptions(
  exchange: Exchange,
): Promise<{ readonly dryRun: boolean; readonly preconditions: DeletePreconditions }> {
  const { request } = exchange;
  const hasBody =
    Number(request.headers["content-length"] ?? 0) > 0 || request.headers["transfer-encoding"] !== undefined;
  const body = hasBody ? await readObject(request) : {};
  return {
    // Like the API server: if there is a body, the query is ignored.
    dryRun: hasBody ? listAt(body, "dryRun").includes("All") : isDryRun(exchange),
    preconditions: {
      uid: textAt(body, "preconditions", "uid"),
      resourceVersion: textAt(body, "preconditions", "resourceVersion"),
    },
  };
}

function targetOf({ definition, namespace, name }: ResourceRequestInfo): WriteTarget {
  if (name === undefined || (definition.resource.namespaced && namespace === undefined)) throw methodNotAllowed();
  return { definition, namespace, name };
}

function storedObject({ server }: Exchange, { definition, namespace, name }: WriteTarget): KubeObject {
  const found = server.store.collection(resourceKey(definition.resource)).get(namespace, name);
  if (found === undefined) throw notFound(definition.resource, name);
  return found;
}

function checkKind(definition: ResourceDefinition, body: Readonly<Record<string, unknown>>): void {
  const { kind } = definition.resource;
  const apiVersion = apiVersionOf(definition.resource);
  if ((body.kind ?? kind) === kind && (body.apiVersion ?? apiVersion) === apiVersion) return;
  throw badRequest(
    `the API version in the data (${String(body.apiVersion)}, ${String(body.kind)}) does not match the expected API version (${apiVersion}, ${kind})`,
  );
}
