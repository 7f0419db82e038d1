import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { badRequest, methodNotAllowed, noSuchPath } from "../errors/api-error.ts";
import { subresourceVerbs, verbsOf } from "../registry/resource-definition.ts";
import { type DiscoveryAnswer, discoverGroup, discoverResources, discoverRoots } from "./discovery/discovery.ts";
import { openApiDocument, openApiIndex } from "./discovery/openapi.ts";
import { openApiV2 } from "./discovery/openapi-v2.ts";
import { versionInfo } from "./discovery/version-info.ts";
import { answerSafely } from "./exchange/answer-safely.ts";
import { askedFor, authenticate, authorizePath, authorizeResource } from "./exchange/authorize.ts";
import { attachWarnings, type Exchange, type GardenServer, sendJson } from "./exchange/exchange.ts";
import {
  type ResourceRequestInfo,
  requestInfo,
  segmentsOf,
  type UnservedRequestInfo,
} from "./exchange/request-info.ts";
import { moveClock } from "./move-clock.ts";
import { listObjects } from "./reading/list-objects.ts";
import { watchObjects } from "./reading/watch-objects.ts";
import { createToken } from "./writing/token-requests.ts";
import {
  createObject,
  deleteObject,
  deleteObjects,
  getObject,
  patchObject,
  replaceObject,
} from "./writing/write-objects.ts";

const healthPaths: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz"]);

/** Answers one request; every failure becomes a metav1.Status, and none ends the process. */
export function handleRequest(server: GardenServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return answerSafely(request, response, () => route(server, request, response));
}

async function route(server: GardenServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = "/", search = ""] = (request.url ?? "/").split("?", 2);
  if (healthPaths.has(path)) {
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("ok");
    return;
  }
  const user = await authenticate(server, request);
  const exchange: Exchange = { server, request, response, query: new URLSearchParams(search), user, warnings: [] };
  const segments = segmentsOf(path);
  if (segments === undefined) throw badRequest("the path holds a broken escape");
  const info = requestInfo(segments, server.registry.find);
  if (info !== undefined) return routeResource(exchange, info).catch((error: unknown) => refuseWith(exchange, error));
  if (path === "/almanac/clock" && request.method === "POST") return moveClock(exchange);
  if (request.method !== "GET") throw methodNotAllowed();
  authorizePath(server, user, path, "get");
  routePath(exchange, path, segments);
}

function refuseWith(exchange: Exchange, error: unknown): never {
  attachWarnings(exchange);
  throw error;
}

function routePath(exchange: Exchange, path: string, segments: readonly string[]): void {
  if (path === "/openapi/v2") {
    const { contentType, body } = openApiV2(exchange.request.headers.accept);
    exchange.response.writeHead(200, { "content-type": contentType, "content-length": body.length }).end(body);
    return;
  }
  const answer = answerAt(exchange, path, segments);
  if (answer === undefined) throw noSuchPath();
  sendJson(exchange, 200, answer.body, answer.contentType);
}

function answerAt(exchange: Exchange, path: string, segments: readonly string[]): DiscoveryAnswer | undefined {
  const [root, group, version] = segments;
  const { groupVersions } = exchange.server.registry;
  if (path === "/version" || path === "/version/") return plain(versionInfo(release));
  // The API server names the index's type after what it looks like.
  if (path === "/openapi/v3") return { contentType: "text/plain; charset=utf-8", body: openApiIndex(groupVersions) };
  if (path.startsWith("/openapi/v3/")) return plain(openApiDocument(groupVersions, segments.slice(2).join("/")));
  return discover(exchange, { root, group, version });
}

function plain(body: object | undefined): DiscoveryAnswer | undefined {
  return body === undefined ? undefined : { contentType: "application/json", body };
}

interface DiscoveryPath {
  readonly root: string | undefined;
  readonly group: string | undefined;
  readonly version: string | undefined;
}

function discover({ request, server }: Exchange, { root, group, version }: DiscoveryPath): DiscoveryAnswer | undefined {
  if (root !== "api" && root !== "apis") return undefined;
  const { groupVersions } = server.registry;
  if (group === undefined) return discoverRoots(root, request.headers.accept, groupVersions);
  if (root === "api") return plain(discoverResources("", group, groupVersions));
  return plain(
    version === undefined ? discoverGroup(group, groupVersions) : discoverResources(group, version, groupVersions),
  );
}

/** Lets the verb that a request means do its work, if it is served and allowed. @throws ApiError */
export async function routeResource(
  exchange: Exchange,
  info: ResourceRequestInfo | UnservedRequestInfo,
): Promise<void> {
  const verb = verbOf(exchange, info);
  if (info.definition === undefined) {
    authorizeResource(exchange.server, exchange.user, { ...info.unserved, verb });
    throw noSuchPath();
  }
  const verbs = info.subresource === undefined ? verbsOf(info.definition) : subresourceVerbs(info.subresource);
  if (!verbs.includes(verb)) throw methodNotAllowed();
  authorizeResource(exchange.server, exchange.user, askedFor(info, verb));
  switch (verb) {
    case "get":
      return getObject(exchange, info);
    case "list":
      return listObjects(exchange, info);
    case "watch":
      return watchObjects(exchange, info);
    case "create":
      return createAt(exchange, info);
    case "update":
      return replaceObject(exchange, info);
    case "patch":
      return patchObject(exchange, info);
    case "delete":
      return deleteObject(exchange, info);
    case "deletecollection":
      return deleteObjects(exchange, info);
    default:
      throw methodNotAllowed();
  }
}

function createAt(exchange: Exchange, info: ResourceRequestInfo): Promise<void> {
  if (info.subresource === undefined) return createObject(exchange, info);
  const handler = info.subresource === "token" ? createToken : exchange.server.subresources[info.subresource];
  if (handler === undefined) throw methodNotAllowed();
  return handler(exchange, info);
}

function verbOf(
  { request, query }: Exchange,
  { name, subresource }: Pick<ResourceRequestInfo, "name" | "subresource">,
): string {
  const watches = query.get("watch") === "true" || query.get("watch") === "1";
  switch (request.method) {
    case "GET":
      if (watches) return "watch";
      return name === undefined ? "list" : "get";
    case "POST":
      if ((name === undefined) === (subresource === undefined)) return "create";
      break;
    case "PUT":
      if (name !== undefined) return "update";
      break;
    case "PATCH":
      if (name !== undefined) return "patch";
      break;
    case "DELETE":
      return name === undefined ? "deletecollection" : "delete";
  }
  throw methodNotAllowed();
}

/** The release of Kubernetes whose API this server speaks. */
const release = "1.33.4";
