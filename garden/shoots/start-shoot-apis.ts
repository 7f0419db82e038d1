import "server-only";
import type { GardenServer } from "#garden/api/http/exchange/exchange.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { Notebook } from "#garden/api/persistence/notebook.ts";
import { updatedPoolsAnnotation } from "#garden/gardener/controllers/client/faults.ts";
import type { MachineRecord } from "#garden/gardener/controllers/machines/machine-record.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import type { ClientCertificates } from "./access/client-certificates.ts";
import type { ShootAuthorities } from "./access/shoot-authorities.ts";
import { createShootClusters } from "./cluster/shoot-clusters.ts";
import { createNodeMarks } from "./nodes/node-marks.ts";
import { createShootApis, type ShootApis } from "./shoot-apis.ts";

interface Parts {
  readonly garden: GardenServer;
  readonly api: GardenApi;
  readonly machines: MachineRecord;
  readonly notebook: Notebook;
  readonly certificates: ClientCertificates;
  readonly authorities: ShootAuthorities;
  readonly pace: number;
}

/** Serves the APIs of all Shoots of a garden. */
export function startShootApis(parts: Parts): ShootApis & { stop(): void } {
  const { garden, api, machines, notebook, certificates, authorities, pace } = parts;
  const clusters = createShootClusters({
    garden,
    machines,
    pace,
    marks: createNodeMarks(notebook),
    onPoolUpdated: (shoot, pool) => announceUpdate(api, shoot, pool),
  });
  const apis = createShootApis({ garden, clusters, certificates, authorities });
  return { handle: apis.handle, stop: clusters.stop };
}

/** The status reconciler takes the pool off the list of those that wait. */
function announceUpdate(api: GardenApi, { metadata }: Shoot, pool: string): void {
  const named = metadata.annotations?.[updatedPoolsAnnotation];
  const pools = named === undefined ? pool : `${named},${pool}`;
  const { namespace, name } = metadata;
  const target = { resource: shoots, name, ...(namespace === undefined ? {} : { namespace }) };
  api.patch<Shoot>(target, { metadata: { annotations: { [updatedPoolsAnnotation]: pools } } });
}
