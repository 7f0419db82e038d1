import "server-only";
import { fieldAt } from "#lib/kube/field.ts";
import { formatLabelSelector, type LabelSelector } from "#lib/kube/label-selector.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { fieldErrorCause, invalidObjectError, methodNotAllowed, notFound } from "../../errors/api-error.ts";
import { applyPatch, requirePatchType } from "../../patch/apply-patch.ts";
import type { WriteTarget } from "../../registry/object-writer.ts";
import { collectionKeyOf } from "../../store/store.ts";
import { type AuthenticatedExchange, sendJson } from "../exchange/exchange.ts";
import { mediaTypeWithoutParameters } from "../exchange/media-type.ts";
import type { ResourceRequestInfo } from "../exchange/parse-request-info.ts";
import { readBodyOfWriteRequest, readJsonRequestBody } from "../exchange/read-body.ts";
import { writeOptions } from "./write-options.ts";

/**
 * GET, PUT and PATCH of the subresource `scale`, which is the object's number of replicas as a Scale.
 * @throws ApiError 404, 409, 422 @source Kubernetes: pkg/registry/apps/deployment/storage/storage.go, ScaleREST
 */
export async function answerScale(
  exchange: AuthenticatedExchange,
  info: ResourceRequestInfo,
  verb: string,
): Promise<void> {
  const { definition, namespace, name } = info;
  const { server } = exchange;
  if (name === undefined || namespace === undefined) throw methodNotAllowed();
  const target: WriteTarget = { definition, namespace, name };
  const stored = server.store.collection(collectionKeyOf(definition.resource)).get(namespace, name);
  if (stored === undefined) throw notFound(definition.resource, name);
  const current = scaleOf(stored);
  if (verb === "get") return sendJson(exchange, 200, current);
  const wanted = verb === "patch" ? await patched(exchange, current) : await replaced(exchange);
  const replicas = fieldAt(wanted, "spec", "replicas") ?? 0;
  if (typeof replicas !== "number" || !Number.isInteger(replicas) || replicas < 0) {
    const text = `${JSON.stringify(replicas)}: must be greater than or equal to 0`;
    const scale = { ...definition.resource, group: "autoscaling", kind: "Scale" };
    throw invalidObjectError(scale, name, [fieldErrorCause("Invalid", "spec.replicas", text)]);
  }
  const spec = fieldAt(stored, "spec");
  const version = fieldAt(wanted, "metadata", "resourceVersion");
  const { resourceVersion: _, ...metadata } = stored.metadata;
  const object: KubeObject = {
    ...stored,
    metadata: { ...metadata, ...(typeof version === "string" ? { resourceVersion: version } : {}) },
    ...{ spec: { ...(isRecord(spec) ? spec : {}), replicas } },
  };
  sendJson(exchange, 200, scaleOf(server.writer.update(target, object, writeOptions(exchange, info))));
}

async function patched({ request }: AuthenticatedExchange, current: object): Promise<unknown> {
  const type = mediaTypeWithoutParameters(request.headers["content-type"]);
  requirePatchType(type);
  const { value } = await readJsonRequestBody(request);
  return applyPatch(current, value, { type, schema: {} });
}

async function replaced({ request }: AuthenticatedExchange): Promise<unknown> {
  const { value } = await readBodyOfWriteRequest(request);
  return value;
}

function isSelector(value: unknown): value is LabelSelector {
  return isRecord(value);
}

function scaleOf(object: KubeObject): object {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = fieldAt(object, "spec", "selector");
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: fieldAt(object, "spec", "replicas") ?? 1 },
    status: {
      replicas: fieldAt(object, "status", "replicas") ?? 0,
      selector: isSelector(selector) ? formatLabelSelector(selector) : "",
    },
  };
}
