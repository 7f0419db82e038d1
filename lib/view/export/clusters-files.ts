import type { FleetRow } from "#lib/contract/fleet.ts";
import { caSince } from "#lib/fleet/fields/maintenance-fields.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { formatOptionalInstant, type ListContext, type ListFiles, listFiles } from "./list-files.ts";

export interface ExportedColumn {
  readonly key: string;
  /** Text as in the list, in the current language. */
  readonly textOf: (row: FleetRow) => string;
}

interface ListedClusters extends ListContext {
  readonly columns: readonly ExportedColumn[];
}

interface InstantColumn {
  readonly key: string;
  readonly of: (row: FleetRow, now: number) => number | undefined;
}

const forcedAt = (row: FleetRow) => forcedEvents(row)[0]?.at;

/** Instants behind the texts of a column, for programs and spreadsheets. */
const instantsOf: Readonly<Record<string, readonly InstantColumn[]>> = {
  forceAt: [
    { key: "forcedAt", of: forcedAt },
    { key: "forcedBy", of: (row) => forcedEvents(row)[0]?.step?.latestAt },
  ],
  op: [{ key: "operationAt", of: ({ lastOperation }) => parseInstant(lastOperation?.updatedAt) }],
  endsOn: [{ key: "endsAt", of: lifetimeEndOf }],
  k8s: [{ key: "kubernetesEndsAt", of: ({ kubernetes }) => parseInstant(kubernetes.expiresAt) }],
  window: [
    { key: "windowFrom", of: ({ window }, now) => rowWindow(window, now)?.beginMs },
    { key: "windowUntil", of: ({ window }, now) => rowWindow(window, now)?.endMs },
  ],
  maintenance: [{ key: "maintainedAt", of: ({ lastMaintenance }) => parseInstant(lastMaintenance?.triggeredAt) }],
  caAge: [{ key: "caSince", of: (row) => caSince(row).at }],
  created: [{ key: "createdAt", of: ({ createdAt }) => parseInstant(createdAt) }],
  rotation: [{ key: "rotationSince", of: ({ rotation }) => parseInstant(rotation?.since) }],
};

/** Files of a cluster list: identity first, then the columns and the instants behind them. */
export function clustersFiles(rows: readonly FleetRow[], { columns, filter, now }: ListedClusters): ListFiles {
  const instants = columns.flatMap(({ key }) => (Object.hasOwn(instantsOf, key) ? (instantsOf[key] ?? []) : []));
  return listFiles({
    name: "clusters",
    items: rows,
    filter,
    now,
    kubectl: kubectlOf(rows),
    fields: [
      { key: "project", of: ({ project }) => project },
      { key: "cluster", of: ({ name }) => name },
      ...columns.map(({ key, textOf }) => ({ key, of: textOf })),
      ...instants.map(({ key, of }) => ({ key, of: (row: FleetRow) => formatOptionalInstant(of(row, now)) })),
    ],
    documentOf: (row) => ({
      project: row.project,
      name: row.name,
      namespace: row.namespace,
      uid: row.uid,
      shown: Object.fromEntries(columns.map(({ key, textOf }) => [key, textOf(row)])),
      instants: Object.fromEntries(instants.map(({ key, of }) => [key, formatOptionalInstant(of(row, now))])),
    }),
  });
}

/** Command that reads these Shoots from the garden; one line per project. */
export function kubectlOf(rows: readonly Pick<FleetRow, "namespace" | "name">[]): string {
  return [...Map.groupBy(rows, ({ namespace }) => namespace)]
    .map(([namespace, held]) => {
      const names = new Set(held.map(({ name }) => name));
      return `kubectl get shoots --namespace ${namespace} ${[...names].join(" ")}\n`;
    })
    .join("");
}
