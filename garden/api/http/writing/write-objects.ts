import "server-only";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import {
  ApiError,
  badRequest,
  fieldErrorCause,
  formatGoErrorList,
  invalidObjectError,
  methodNotAllowed,
  notFound,
  undecodablePatch,
  unwrappedServerError,
} from "../../errors/api-error.ts";
import { applyPatch, applyPatchType, requirePatchType } from "../../patch/apply-patch.ts";
import type { DeletePreconditions, WriteTarget } from "../../registry/object-writer.ts";
import { apiVersionOf, type ResourceDefinition } from "../../registry/resource-definition.ts";
import { schemaOfResource } from "../../registry/schema-of-resource.ts";
import { selectorPredicate } from "../../registry/selectors.ts";
import { collectionKeyOf } from "../../store/store.ts";
import { type AuthenticatedExchange, sendJson } from "../exchange/exchange.ts";
import { mediaTypeWithoutParameters } from "../exchange/media-type.ts";
import type { ResourceRequestInfo } from "../exchange/parse-request-info.ts";
import { readBodyOfWriteRequest, readJsonRequestBody, readObjectRequestBody } from "../exchange/read-body.ts";
import { sendObject } from "../reading/send-object.ts";
import { applyObject } from "./apply-object.ts";
import { decodeBodyBySchema } from "./conform-body.ts";
import { answerReview } from "./reviews.ts";
import { checkPatchOptions, isDryRun, writeOptions } from "./write-options.ts";

/** GET of one object. */
export function getObject(exchange: AuthenticatedExchange, info: ResourceRequestInfo): void {
  sendObject(exchange, info.definition, storedObject(exchange, targetOf(info)));
}

/** Answers POST to a collection: creates an object, or answers a review such as SelfSubjectAccessReview. */
export async function createObject(exchange: AuthenticatedExchange, info: ResourceRequestInfo): Promise<void> {
  const { definition, namespace } = info;
  const { value: body, duplicates } = await readBodyOfWriteRequest(exchange.request);
  checkKind(definition, body);
  if (definition.verbs !== undefined) {
    return sendJson(exchange, 201, await answerReview(exchange, definition.resource.kind, body));
  }
  if (definition.resource.namespaced && namespace === undefined) throw methodNotAllowed();
  const object = decodeBodyBySchema(exchange, info, { body, duplicates });
  const created = exchange.server.writer.create({ definition, namespace }, object, writeOptions(exchange, info));
  sendObject(exchange, definition, created, 201);
}

/** PUT of an object, or of its status or binding. */
export async function replaceObject(exchange: AuthenticatedExchange, info: ResourceRequestInfo): Promise<void> {
  const { definition } = info;
  const { value: body, duplicates } = await readBodyOfWriteRequest(exchange.request);
  checkKind(definition, body);
  const object = decodeBodyBySchema(exchange, info, { body, duplicates });
  if (definition.strategy.hasGeneration && !object.metadata.resourceVersion) {
    const cause = fieldErrorCause("Invalid", "metadata.resourceVersion", "0: must be specified for an update");
    throw invalidObjectError(definition.resource, object.metadata.name, [cause]);
  }
  const options = { ...writeOptions(exchange, info), uid: object.metadata.uid };
  sendObject(exchange, definition, exchange.server.writer.update(targetOf(info), object, options));
}

/** PATCH of an object, or of its status or binding. */
export async function patchObject(exchange: AuthenticatedExchange, info: ResourceRequestInfo): Promise<void> {
  const { definition } = info;
  const target = targetOf(info);
  const type = mediaTypeWithoutParameters(exchange.request.headers["content-type"]);
  requirePatchType(type);
  checkPatchOptions(exchange, type === applyPatchType);
  if (type === applyPatchType) return applyObject(exchange, info);
  const { value: patch, duplicates } = await readJsonRequestBody(exchange.request);
  const current = storedObject(exchange, target);
  const patched = applyPatch(current, patch, { type, schema: schemaOfResource(definition) });
  const object = decodeBodyBySchema(exchange, info, {
    body: isRecord(patched) ? patched : {},
    duplicates,
    undecodable: (why) => undecodablePatch(patched, why),
  });
  sendObject(exchange, definition, exchange.server.writer.update(target, object, writeOptions(exchange, info)));
}

/** Answers DELETE of an object: with the object if finalizers keep it, or else with a metav1.Status. */
export async function deleteObject(exchange: AuthenticatedExchange, info: ResourceRequestInfo): Promise<void> {
  const options = await deleteOptions(exchange);
  const target = targetOf(info);
  const { definition } = target;
  const before = exchange.server.writer.delete(target, { ...writeOptions(exchange, info), ...options });
  const left = exchange.server.store
    .collection(collectionKeyOf(definition.resource))
    .get(target.namespace, target.name);
  if (left !== undefined) return sendObject(exchange, definition, options.dryRun ? before : left);
  sendJson(exchange, 200, deletedStatus(definition, before));
}

/** Answers DELETE of a collection by deleting all selected objects, even if some deletions are refused. */
export async function deleteObjects(exchange: AuthenticatedExchange, info: ResourceRequestInfo): Promise<void> {
  const { definition, namespace } = info;
  const { server, query } = exchange;
  const options = await deleteOptions(exchange);
  const doomed = server.store
    .collection(collectionKeyOf(definition.resource))
    .list(namespace)
    .filter(selectorPredicate(query, definition));
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
  if (refusals.length > 0) throw unwrappedServerError(formatGoErrorList(refusals));
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
  exchange: AuthenticatedExchange,
): Promise<{ readonly dryRun: boolean; readonly preconditions: DeletePreconditions }> {
  const { request } = exchange;
  const hasBody =
    Number(request.headers["content-length"] ?? 0) > 0 || request.headers["transfer-encoding"] !== undefined;
  const body = hasBody ? await readObjectRequestBody(request) : {};
  return {
    // The API server ignores delete options in the query if the request has a body.
    dryRun: hasBody ? listAt(body, "dryRun").includes("All") : isDryRun(exchange),
    preconditions: {
      uid: stringAt(body, "preconditions", "uid"),
      resourceVersion: stringAt(body, "preconditions", "resourceVersion"),
    },
  };
}

function targetOf({ definition, namespace, name }: ResourceRequestInfo): WriteTarget {
  if (name === undefined || (definition.resource.namespaced && namespace === undefined)) throw methodNotAllowed();
  return { definition, namespace, name };
}

function storedObject({ server }: AuthenticatedExchange, { definition, namespace, name }: WriteTarget): KubeObject {
  const found = server.store.collection(collectionKeyOf(definition.resource)).get(namespace, name);
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
