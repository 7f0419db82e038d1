import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import { ApiError, badRequest, methodNotAllowed, noSuchPath, unauthorized } from "#garden/api/errors/api-error.ts";
import {
  type DiscoveryAnswer,
  discoverGroup,
  discoverResources,
  discoverRoots,
} from "#garden/api/http/discovery/discovery.ts";
import { versionInfo } from "#garden/api/http/discovery/version-info.ts";
import { answerSafely } from "#garden/api/http/exchange/answer-safely.ts";
import { authorizePath } from "#garden/api/http/exchange/authorize.ts";
import { type Exchange, type GardenServer, sendJson } from "#garden/api/http/exchange/exchange.ts";
import { requestInfo, segmentsOf } from "#garden/api/http/exchange/request-info.ts";
import { routeResource } from "#garden/api/http/handle-request.ts";
import type { User } from "#garden/api/rbac/user.ts";
import { resourceKey } from "#garden/api/store/store.ts";
import { apiStanding } from "#garden/gardener/controllers/machines/cluster-standing.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { isWireObject } from "#lib/kube/wire.ts";
import type { ClientCertificates } from "./access/client-certificates.ts";
import type { ShootAuthorities } from "./access/shoot-authorities.ts";
import type { ShootUrl } from "./access/shoot-path.ts";
import type { ShootClusters } from "./cluster/shoot-clusters.ts";
import { shootRegistry } from "./cluster/shoot-definitions.ts";

interface Parts {
  readonly garden: GardenServer;
  readonly clusters: ShootClusters;
  readonly certificates: ClientCertificates;
  readonly authorities: ShootAuthorities;
}

/** The API servers of all Shoots, behind one door. */
export interface ShootApis {
  /** Answers one request; every failure becomes a metav1.Status. */
  handle(url: ShootUrl, request: IncomingMessage, response: ServerResponse): Promise<void>;
}

const healthPaths: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz"]);

export function createShootApis({ garden, clusters, certificates, authorities }: Parts): ShootApis {
  const collection = garden.store.collection(resourceKey(shoots));

  function shootAt({ namespace, name }: ShootUrl): Shoot {
    const found = collection.get(namespace, name);
    // whoever dials a server that is not there gets no answer at all; this is as near as one server can come to it
    if (found === undefined || !isWireObject<Shoot>(found) || apiStanding(found) === "down") throw notRunning();
    return found;
  }

  /** @throws ApiError 401 for a certificate that is foreign, not in time, or of an authority that is trusted no longer */
  function authenticate(shoot: Shoot, { socket }: IncomingMessage): User {
    const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
    const identity = certificate && certificates.read(certificate);
    if (identity === undefined || identity.shootUid !== shoot.status?.uid) throw unauthorized();
    const now = garden.clock.now();
    if (now < identity.notBefore || now > identity.notAfter) throw unauthorized();
    if (!authorities.trusts(shoot, identity.authority)) throw unauthorized();
    return { name: identity.userName, groups: [...identity.groups, "system:authenticated"] };
  }

  async function answer(url: ShootUrl, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const shoot = shootAt(url);
    const [path = "/", search = ""] = url.rest.split("?", 2);
    if (healthPaths.has(path)) {
      response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("ok");
      return;
    }
    const user = authenticate(shoot, request);
    const segments = segmentsOf(path);
    if (segments === undefined) throw badRequest("the path holds a broken escape");
    const { cluster, close } = clusters.open(shoot);
    response.once("close", close);
    const query = new URLSearchParams(search);
    const exchange: Exchange = { server: cluster.server, request, response, query, user, warnings: [] };
    const info = requestInfo(segments, shootRegistry.find);
    if (info !== undefined) return routeResource(exchange, info);
    if (request.method !== "GET") throw methodNotAllowed();
    authorizePath(cluster.server, user, path, "get");
    const { body, contentType } = describeItself(request.headers.accept, shoot, segments);
    sendJson(exchange, 200, body, contentType);
  }

  return {
    handle: (url, request, response) => answerSafely(request, response, () => answer(url, request, response)),
  };
}

function notRunning(): ApiError {
  return new ApiError(503, "ServiceUnavailable", "the API server of this Shoot is not running", {
    headers: { "retry-after": "5" },
  });
}

/** Its version, and the kinds that it serves. */
function describeItself(accept: string | undefined, { spec }: Shoot, segments: readonly string[]): DiscoveryAnswer {
  const [root, group, version] = segments;
  const served = shootRegistry.groupVersions;
  if (root === "version") return plain(versionInfo(spec.kubernetes.version));
  if (root !== "api" && root !== "apis") throw noSuchPath();
  if (group === undefined) return discoverRoots(root, accept, served);
  if (root === "api") return plain(discoverResources("", group, served));
  return plain(version === undefined ? discoverGroup(group, served) : discoverResources(group, version, served));
}

function plain(body: object | undefined): DiscoveryAnswer {
  if (body === undefined) throw noSuchPath();
  return { contentType: "application/json", body };
}
