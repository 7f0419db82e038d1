import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { updatedPoolsAnnotation } from "../controllers/faults.ts";
import type { MachineRecord } from "../controllers/machines/machine-record.ts";
import type { GardenApi } from "../garden-api.ts";
import type { GardenServer } from "../http/exchange.ts";
import type { Notebook } from "../persistence/notebook.ts";
import type { ClientCertificates } from "./client-certificates.ts";
import { createNodeMarks } from "./node-marks.ts";
import { createShootApis, type ShootApis } from "./shoot-apis.ts";
import type { ShootAuthorities } from "./shoot-authorities.ts";
import { createShootClusters } from "./shoot-clusters.ts";

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
