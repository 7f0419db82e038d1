import "server-only";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { badRequest, fieldErrorCause, invalidObjectError, methodNotAllowed, notFound } from "../../errors/api-error.ts";
import { apiVersionOf } from "../../registry/resource-definition.ts";
import { collectionKeyOf } from "../../store/store.ts";
import { type AuthenticatedExchange, sendJson } from "../exchange/exchange.ts";
import type { ResourceRequestInfo } from "../exchange/parse-request-info.ts";
import { readObjectRequestBody } from "../exchange/read-body.ts";

const shortestSeconds = 600;
const defaultSeconds = 3600;
const longestSeconds = 2 ** 32;

/** Reads a POST for credentials such as a token: target object and requested duration. @throws ApiError 400, 404 */
export async function readAccessRequest({ server, request }: AuthenticatedExchange, info: ResourceRequestInfo) {
  const { definition, namespace, name = "", subresource = "" } = info;
  const asked = definition.requestKinds[subresource];
  if (asked === undefined) throw methodNotAllowed();
  const { kind } = asked;
  const apiVersion = apiVersionOf(asked);
  const body = await readObjectRequestBody(request);
  if ((body.kind ?? kind) !== kind || (body.apiVersion ?? apiVersion) !== apiVersion) {
    throw badRequest(`a ${kind} of ${apiVersion} is expected, got ${String(body.kind)} of ${String(body.apiVersion)}`);
  }
  const object = server.store.collection(collectionKeyOf(definition.resource)).get(namespace, name);
  if (object === undefined) throw notFound(definition.resource, name);
  const wished = fieldAt(body, "spec", "expirationSeconds") ?? undefined;
  if (wished !== undefined && !Number.isInteger(wished)) {
    throw badRequest("spec.expirationSeconds is no whole number");
  }
  return { asked, kind, apiVersion, body, object, seconds: wished === undefined ? undefined : Number(wished) };
}

/**
 * POST to the `token` subresource of a ServiceAccount. A token lives as long as the server allows at most, which a
 * warning says. @throws ApiError 400, 404, 422 @source Kubernetes: pkg/registry/core/serviceaccount/storage/token.go
 */
export async function createToken(exchange: AuthenticatedExchange, info: ResourceRequestInfo): Promise<void> {
  const { tokens, clock, longestTokenSeconds } = exchange.server;
  const access = await readAccessRequest(exchange, info);
  const { asked, kind, apiVersion, body, object, seconds: wished = defaultSeconds } = access;
  if (wished < shortestSeconds || wished > longestSeconds) {
    const text = `${wished}: may not be less than 10 minutes or larger than 1<<32 seconds`;
    throw invalidObjectError(asked, "", [fieldErrorCause("Invalid", "spec.expirationSeconds", text)]);
  }
  const seconds = Math.min(wished, longestTokenSeconds);
  if (seconds < wished) {
    exchange.warnings.push(`requested expiration of ${wished} seconds shortened to ${seconds} seconds`);
  }
  const audiences = listAt(body, "spec", "audiences").filter((audience) => typeof audience === "string");
  const nowMs = clock.now().getTime();
  const expiresAt = new Date(nowMs + seconds * 1000);
  const { name, namespace } = object.metadata;
  sendJson(exchange, 201, {
    kind,
    apiVersion,
    metadata: { name, namespace, creationTimestamp: formatInstant(nowMs) },
    spec: { audiences, expirationSeconds: seconds, boundObjectRef: null },
    status: {
      token: tokens.issue({ account: object, audiences, expiresAt }),
      expirationTimestamp: formatInstant(expiresAt.getTime()),
    },
  });
}
