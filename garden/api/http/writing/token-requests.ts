import "server-only";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { tokenRequestKind } from "../../core/token-request-kind.ts";
import { badRequest, invalid, notFound } from "../../errors/api-error.ts";
import { resourceKey } from "../../store/store.ts";
import { type Exchange, sendJson } from "../exchange/exchange.ts";
import { readObject } from "../exchange/read-body.ts";
import type { ResourceRequestInfo } from "../exchange/request-info.ts";

const shortestSeconds = 600;
const defaultSeconds = 3600;
const longestSeconds = 2 ** 32;

/** POST to the token of a ServiceAccount. @throws ApiError 400, 404, 422 */
export async function createToken(exchange: Exchange, info: ResourceRequestInfo): Promise<void> {
  const { definition, namespace, name = "" } = info;
  const { server } = exchange;
  const body = await readObject(exchange.request);
  const { kind, apiVersion } = tokenRequestKind;
  if ((body.kind ?? kind) !== kind || (body.apiVersion ?? apiVersion) !== apiVersion) {
    throw badRequest(`a ${kind} of ${apiVersion} is expected, got ${String(body.kind)} of ${String(body.apiVersion)}`);
  }
  const account = server.store.collection(resourceKey(definition.resource)).get(namespace, name);
  if (account === undefined) throw notFound(definition.resource, name);
  const seconds = lifetime(fieldAt(body, "spec", "expirationSeconds"));
  const audiences = listAt(body, "spec", "audiences").filter((audience) => typeof audience === "string");
  const expiresAt = new Date(server.clock.now().getTime() + seconds * 1000);
  sendJson(exchange, 201, {
    kind,
    apiVersion,
    metadata: { name, namespace, creationTimestamp: formatInstant(server.clock.now().getTime()) },
    spec: { audiences, expirationSeconds: seconds, boundObjectRef: null },
    status: {
      token: server.tokens.issue({ account, audiences, expiresAt }),
      expirationTimestamp: formatInstant(expiresAt.getTime()),
    },
  });
}

function lifetime(wished: unknown): number {
  if (wished === undefined || wished === null) return defaultSeconds;
  if (!Number.isInteger(wished)) throw badRequest("spec.expirationSeconds is no whole number");
  const seconds = Number(wished);
  if (seconds >= shortestSeconds && seconds <= longestSeconds) return seconds;
  const message = `Invalid value: ${seconds}: may not be less than 10 minutes or larger than 1<<32 seconds`;
  throw invalid(tokenRequestKind.resource, "", [
    { reason: "FieldValueInvalid", field: "spec.expirationSeconds", message },
  ]);
}
