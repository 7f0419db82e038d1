import type { FleetRow } from "#lib/contract/fleet.ts";
import { certificateAuthorityAgeStartOf } from "#lib/fleet/fields/maintenance-fields.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type ExportContext, formatOptionalInstant, type PreparedListExport, prepareListExport } from "./list-files.ts";

export interface ExportedColumn {
  readonly key: string;
  /** Text as in the list, in the current language. */
  readonly textOf: (row: FleetRow) => string;
}

interface ListedClusters extends ExportContext {
  readonly columns: readonly ExportedColumn[];
}

interface InstantColumn {
  readonly key: string;
  readonly of: (row: FleetRow, now: number) => number | undefined;
}

const forcedAt = (row: FleetRow) => forcedEventsOf(row)[0]?.at;

/** Instants behind the texts of a column, for programs and spreadsheets. */
const instantsOf: Readonly<Record<string, readonly InstantColumn[]>> = {
  forceAt: [
    { key: "forcedAt", of: forcedAt },
    { key: "forcedBy", of: (row) => forcedEventsOf(row)[0]?.step?.latestAt },
  ],
  op: [{ key: "operationAt", of: ({ lastOperation }) => parseInstant(lastOperation?.updatedAt) }],
  endsOn: [{ key: "endsAt", of: lifetimeEndOf }],
  k8s: [{ key: "kubernetesEndsAt", of: ({ kubernetes }) => parseInstant(kubernetes.expiresAt) }],
  window: [
    { key: "windowFrom", of: ({ window }, now) => nextWindowOfRow(window, now)?.beginMs },
    { key: "windowUntil", of: ({ window }, now) => nextWindowOfRow(window, now)?.endMs },
  ],
  maintenance: [{ key: "maintainedAt", of: ({ lastMaintenance }) => parseInstant(lastMaintenance?.triggeredAt) }],
  caAge: [{ key: "caSince", of: (row) => certificateAuthorityAgeStartOf(row).at }],
  created: [{ key: "createdAt", of: ({ createdAt }) => parseInstant(createdAt) }],
  rotation: [{ key: "rotationSince", of: ({ rotation }) => parseInstant(rotation?.since) }],
};

/** Exports a cluster list: names and ids first, then the columns and the instants behind them. */
export function exportClusters(
  rows: readonly FleetRow[],
  { columns, filter, now }: ListedClusters,
): PreparedListExport {
  const instants = columns.flatMap(({ key }) => (Object.hasOwn(instantsOf, key) ? (instantsOf[key] ?? []) : []));
  return prepareListExport({
    name: "clusters",
    items: rows,
    filter,
    now,
    kubectl: kubectlGetCommandOf(rows),
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

/** Returns the kubectl commands that read the Shoots from the garden; one line per project. */
export function kubectlGetCommandOf(rows: readonly Pick<FleetRow, "namespace" | "name">[]): string {
  return [...Map.groupBy(rows, ({ namespace }) => namespace)]
    .map(([namespace, held]) => {
      const names = new Set(held.map(({ name }) => name));
      return `kubectl get shoots --namespace ${namespace} ${[...names].join(" ")}\n`;
    })
    .join("");
}
