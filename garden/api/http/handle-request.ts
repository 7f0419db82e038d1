import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { badRequest, methodNotAllowed, noSuchPath } from "../errors/api-error.ts";
import type { User } from "../rbac/user.ts";
import { subresourceVerbs, verbsOf } from "../registry/resource-definition.ts";
import { type DiscoveryResponse, discoverApiRoot, discoverGroup, discoverResources } from "./discovery/discovery.ts";
import { openApiDocument, openApiIndex } from "./discovery/openapi.ts";
import { openApiV2 } from "./discovery/openapi-v2.ts";
import { authenticate, authorizePath, authorizeResource, resourceRequestOf } from "./exchange/authorize.ts";
import { type AuthenticatedExchange, attachWarnings, type GardenServer, sendJson } from "./exchange/exchange.ts";
import {
  decodePathSegments,
  parseRequestInfo,
  type ResourceRequestInfo,
  type UnservedRequestInfo,
} from "./exchange/parse-request-info.ts";
import { respondSafely } from "./exchange/send-error.ts";
import { listObjects } from "./reading/list-objects.ts";
import { watchObjects } from "./reading/watch-objects.ts";
import { answerScale } from "./writing/scale.ts";
import { createToken } from "./writing/token-requests.ts";
import {
  createObject,
  deleteObject,
  deleteObjects,
  getObject,
  patchObject,
  replaceObject,
} from "./writing/write-objects.ts";

/** Answers one HTTP request. Every error becomes a metav1.Status response, so no error ends the process. */
export function handleRequest(server: GardenServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return respondSafely(request, response, async () => {
    const url = request.url ?? "/";
    if (serveHealthCheck(url, response)) return;
    await serveRequest(server, { url, request, response, user: await authenticate(server, request) });
  });
}

/** Answers a health check such as /readyz without authentication. Returns false if the path is not a health check. */
export function serveHealthCheck(url: string, response: ServerResponse): boolean {
  const asks = /^\/(healthz|livez|readyz)(\?|$)/.test(url);
  if (asks) response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("ok");
  return asks;
}

interface UserRequest extends Pick<AuthenticatedExchange, "request" | "response"> {
  readonly url: string;
  readonly user: User;
}

/** Answers an authenticated request. @throws ApiError */
export async function serveRequest(server: GardenServer, { url, ...asked }: UserRequest): Promise<void> {
  const [path = "/", search = ""] = url.split("?", 2);
  const exchange: AuthenticatedExchange = { server, ...asked, query: new URLSearchParams(search), warnings: [] };
  const segments = decodePathSegments(path);
  if (segments === undefined) throw badRequest("the path holds a broken escape");
  const info = parseRequestInfo(segments, server.registry.find);
  if (info !== undefined) return routeResource(exchange, info).catch((error: unknown) => refuseWith(exchange, error));
  const { method, headers } = asked.request;
  const post = method === "POST" ? server.posts.get(path) : undefined;
  if (post !== undefined) return post(exchange);
  if (method !== "GET") throw methodNotAllowed();
  authorizePath(server, asked.user, path, "get");
  if (path === "/openapi/v2") {
    const { contentType, body } = openApiV2(headers.accept);
    asked.response.writeHead(200, { "content-type": contentType, "content-length": body.length }).end(body);
    return;
  }
  const text = server.texts.get(path);
  if (text !== undefined) {
    asked.response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text());
    return;
  }
  const answer = answerAt(exchange, path, segments);
  if (answer === undefined) throw noSuchPath();
  sendJson(exchange, 200, answer.body, answer.contentType);
}

function refuseWith(exchange: AuthenticatedExchange, error: unknown): never {
  attachWarnings(exchange);
  throw error;
}

function answerAt(
  { server, request }: AuthenticatedExchange,
  path: string,
  segments: readonly string[],
): DiscoveryResponse | undefined {
  const [root, group, version] = segments;
  const { groupVersions } = server.registry;
  if (path === "/version" || path === "/version/") return plain(versionInfo(server.kubernetes));
  // The API server sends the OpenAPI index as text/plain.
  if (path === "/openapi/v3") {
    return { contentType: "text/plain; charset=utf-8", body: openApiIndex(groupVersions) };
  }
  if (path.startsWith("/openapi/v3/")) {
    return plain(openApiDocument(groupVersions, segments.slice(2).join("/")));
  }
  if (root !== "api" && root !== "apis") return undefined;
  if (group === undefined) return discoverApiRoot(root, request.headers.accept, groupVersions);
  if (root === "api") return plain(discoverResources("", group, groupVersions));
  return plain(
    version === undefined ? discoverGroup(group, groupVersions) : discoverResources(group, version, groupVersions),
  );
}

function plain(body: object | undefined): DiscoveryResponse | undefined {
  return body === undefined ? undefined : { contentType: "application/json", body };
}

function versionInfo(version: string): object {
  const [major = "", minor = ""] = version.split(".");
  return {
    major,
    minor,
    gitVersion: `v${version}`,
    gitCommit: "",
    gitTreeState: "clean",
    buildDate: "2026-08-01T00:00:00Z",
    goVersion: "",
    compiler: "",
    platform: "linux/amd64",
  };
}

type Answer = (exchange: AuthenticatedExchange, info: ResourceRequestInfo) => void | Promise<void>;

const answers: Readonly<Record<string, Answer>> = {
  get: getObject,
  list: listObjects,
  watch: watchObjects,
  create: createAt,
  update: replaceObject,
  patch: patchObject,
  delete: deleteObject,
  deletecollection: deleteObjects,
};

/** Calls the handler of a resource request if its verb is served and allowed. @throws ApiError */
async function routeResource(
  exchange: AuthenticatedExchange,
  info: ResourceRequestInfo | UnservedRequestInfo,
): Promise<void> {
  const verb = verbOf(exchange, info);
  const answer = answers[verb ?? ""];
  if (verb === undefined || answer === undefined) throw methodNotAllowed();
  if (info.definition === undefined) {
    authorizeResource(exchange.server, exchange.user, { ...info.unserved, verb });
    throw noSuchPath();
  }
  const verbs = info.subresource === undefined ? verbsOf(info.definition) : subresourceVerbs(info.subresource);
  if (!verbs.includes(verb)) throw methodNotAllowed();
  authorizeResource(exchange.server, exchange.user, resourceRequestOf(info, verb));
  await (info.subresource === "scale" ? answerScale(exchange, info, verb) : answer(exchange, info));
}

function createAt(exchange: AuthenticatedExchange, info: ResourceRequestInfo): Promise<void> {
  if (info.subresource === undefined) return createObject(exchange, info);
  const handler = info.subresource === "token" ? createToken : exchange.server.subresources[info.subresource];
  if (handler === undefined) throw methodNotAllowed();
  return handler(exchange, info);
}

function verbOf(
  { request, query }: AuthenticatedExchange,
  { name, subresource }: Pick<ResourceRequestInfo, "name" | "subresource">,
): string | undefined {
  const watches = query.get("watch") === "true" || query.get("watch") === "1";
  const isNamed = name !== undefined;
  switch (request.method) {
    case "GET":
      if (watches) return "watch";
      return isNamed ? "get" : "list";
    case "POST":
      return isNamed === (subresource !== undefined) ? "create" : undefined;
    case "PUT":
      return isNamed ? "update" : undefined;
    case "PATCH":
      return isNamed ? "patch" : undefined;
    case "DELETE":
      return isNamed ? "delete" : "deletecollection";
    default:
      return undefined;
  }
}
