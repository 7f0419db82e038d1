import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import { ApiError, unauthorized } from "#garden/api/errors/api-error.ts";
import { respondSafely } from "#garden/api/http/exchange/send-error.ts";
import { serveHealthCheck, serveRequest } from "#garden/api/http/handle-request.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { ControllerNoteStore } from "#garden/api/persistence/controller-note-store.ts";
import type { User } from "#garden/api/rbac/user.ts";
import { updatedPoolsAnnotation } from "#garden/gardener/controllers/client/injected-failures.ts";
import { apiServerState } from "#garden/gardener/controllers/machines/cluster-state.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import type { ClientCertificates } from "./access/client-certificates.ts";
import type { ShootAuthorities } from "./access/shoot-authorities.ts";
import type { ShootUrl } from "./access/shoot-path.ts";
import { type ClusterOptions, createShootClusters } from "./cluster/shoot-clusters.ts";
import { createNodeChangeStore } from "./nodes/node-marks.ts";

interface Parts extends Pick<ClusterOptions, "garden" | "machines" | "pace" | "bundles"> {
  readonly api: GardenApi;
  readonly notebook: ControllerNoteStore;
  readonly certificates: ClientCertificates;
  readonly authorities: ShootAuthorities;
}

/** Starts the API servers of all Shoots, behind one request handler. */
export function startShootApis({ garden, machines, pace, bundles, api, notebook, certificates, authorities }: Parts) {
  const clusters = createShootClusters({
    garden,
    machines,
    pace,
    bundles,
    marks: createNodeChangeStore(notebook),
    onPoolUpdated: (shoot, pool) => announceUpdate(api, shoot, pool),
  });

  function shootAt({ namespace, name }: ShootUrl): Shoot {
    const found = api.get<Shoot>({ resource: shoots, namespace, name });
    // A real API server that is down would not answer. Error 503 is the closest equivalent.
    if (found === undefined || apiServerState(found) === "down") throw notRunning();
    return found;
  }

  /** Authenticates a client certificate. @throws ApiError 401 if it is foreign, expired or of an untrusted CA */
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
    drainCheckOf: clusters.drainCheckOf,
    stop: clusters.stop,
  };
}

export type ShootApis = ReturnType<typeof startShootApis>;

function notRunning(): ApiError {
  return new ApiError(503, "ServiceUnavailable", "the API server of this Shoot is not running", {
    headers: { "retry-after": "5" },
  });
}

/** Adds a pool whose Nodes are all updated to the annotation that the in-place update controller reads. */
function announceUpdate(api: GardenApi, { metadata }: Shoot, pool: string): void {
  const named = metadata.annotations?.[updatedPoolsAnnotation];
  const annotations = { [updatedPoolsAnnotation]: named === undefined ? pool : `${named},${pool}` };
  const { namespace = "", name } = metadata;
  api.patch<Shoot>({ resource: shoots, namespace, name }, { metadata: { annotations } });
}
