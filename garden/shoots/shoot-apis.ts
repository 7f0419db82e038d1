import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import { ApiError, unauthorized } from "#garden/api/errors/api-error.ts";
import { respondSafely } from "#garden/api/http/exchange/send-error.ts";
import { serveHealthCheck, serveRequest } from "#garden/api/http/handle-request.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { ControllerMemory } from "#garden/api/persistence/controller-memory.ts";
import type { User } from "#garden/api/rbac/user.ts";
import { updatedPoolsAnnotation } from "#garden/gardener/controllers/client/injected-failures.ts";
import { apiServerState } from "#garden/gardener/controllers/machines/cluster-state.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import type { ClientCertificates } from "./access/client-certificates.ts";
import type { ShootAuthorities } from "./access/shoot-authorities.ts";
import type { ShootUrl } from "./access/shoot-path.ts";
import { type ClusterOptions, createShootClusters } from "./cluster/shoot-clusters.ts";
import { createNodeMarks } from "./nodes/node-marks.ts";

interface Parts extends Pick<ClusterOptions, "garden" | "machines" | "pace"> {
  readonly api: GardenApi;
  readonly notebook: ControllerMemory;
  readonly certificates: ClientCertificates;
  readonly authorities: ShootAuthorities;
}

/** The API servers of all Shoots, behind one request handler. */
export function startShootApis({ garden, machines, pace, api, notebook, certificates, authorities }: Parts) {
  const clusters = createShootClusters({
    garden,
    machines,
    pace,
    marks: createNodeMarks(notebook),
    onPoolUpdated: (shoot, pool) => announceUpdate(api, shoot, pool),
  });

  function shootAt({ namespace, name }: ShootUrl): Shoot {
    const found = api.get<Shoot>({ resource: shoots, namespace, name });
    // A server that does not run would not answer at all; this error is the closest equivalent.
    if (found === undefined || apiServerState(found) === "down") throw notRunning();
    return found;
  }

  /** @throws ApiError 401 for a foreign or expired certificate, or one of an authority that is no longer trusted */
  function authenticate(shoot: Shoot, { socket }: IncomingMessage): User {
    const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
    const identity = certificate && certificates.read(certificate);
    if (identity === undefined || identity.shootUid !== shoot.status?.uid) throw unauthorized();
    const now = garden.clock.now();
    if (now < identity.notBefore || now > identity.notAfter) throw unauthorized();
    if (!authorities.trusts(shoot, identity.authority)) throw unauthorized();
    return { name: identity.userName, groups: [...identity.groups, "system:authenticated"] };
  }

  return {
    /** Answers one request; each error becomes a metav1.Status. */
    handle: (url: ShootUrl, request: IncomingMessage, response: ServerResponse) =>
      respondSafely(request, response, async () => {
        const shoot = shootAt(url);
        if (serveHealthCheck(url.rest, response)) return;
        const user = authenticate(shoot, request);
        const { cluster, close } = clusters.open(shoot);
        response.once("close", close);
        await serveRequest(cluster.server, { url: url.rest, request, response, user });
      }),
    stop: clusters.stop,
  };
}

export type ShootApis = ReturnType<typeof startShootApis>;

function notRunning(): ApiError {
  return new ApiError(503, "ServiceUnavailable", "the API server of this Shoot is not running", {
    headers: { "retry-after": "5" },
  });
}

/** Announces that a pool is updated; startManualUpdates then removes it from the pending ones. */
function announceUpdate(api: GardenApi, { metadata }: Shoot, pool: string): void {
  const named = metadata.annotations?.[updatedPoolsAnnotation];
  const annotations = { [updatedPoolsAnnotation]: named === undefined ? pool : `${named},${pool}` };
  const { namespace = "", name } = metadata;
  api.patch<Shoot>({ resource: shoots, namespace, name }, { metadata: { annotations } });
}
