import type { FleetRow } from "#lib/contract/fleet.ts";
import { caSince } from "#lib/fleet/fields/maintenance-fields.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { inSourceLanguage } from "#lib/language/speech.ts";
import { documentFormat, instantText, type Listed, type ListFiles } from "./list-files.ts";

export interface ExportedColumn {
  readonly key: string;
  /** As the list says it, in the language of the moment. */
  readonly textOf: (row: FleetRow) => string;
}

interface ListedClusters extends Listed {
  readonly columns: readonly ExportedColumn[];
}

interface InstantColumn {
  readonly key: string;
  readonly of: (row: FleetRow, now: number) => number | undefined;
}

const forcedAt = (row: FleetRow) => forcedEvents(row)[0]?.at;

/** The moments behind what a column says in words: programs read them, and so does a spreadsheet. */
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

/** The list as a table and as a document: who each cluster is, then what the columns say, with the moments behind it. */
export function clustersFiles(rows: readonly FleetRow[], { columns, filter, now }: ListedClusters): ListFiles {
  const instants = columns.flatMap(({ key }) => (Object.hasOwn(instantsOf, key) ? (instantsOf[key] ?? []) : []));
  const kubectl = kubectlOf(rows);
  return {
    name: "clusters",
    count: rows.length,
    filter,
    table: [
      ["project", "cluster", ...columns.map(({ key }) => key), ...instants.map(({ key }) => key)],
      ...rows.map((row) => [
        row.project,
        row.name,
        ...columns.map(({ textOf }) => textOf(row)),
        ...instants.map(({ of }) => instantText(of(row, now)) ?? ""),
      ]),
    ],
    document: {
      format: documentFormat,
      at: formatInstant(now),
      filter,
      count: rows.length,
      clusters: inSourceLanguage(() =>
        rows.map((row) => ({
          project: row.project,
          name: row.name,
          namespace: row.namespace,
          uid: row.uid,
          shown: Object.fromEntries(columns.map(({ key, textOf }) => [key, textOf(row)])),
          instants: Object.fromEntries(instants.map(({ key, of }) => [key, instantText(of(row, now))])),
        })),
      ),
    },
    ...(kubectl !== "" && { kubectl }),
  };
}

/** A command that reads these Shoots from the garden; one line for each project. */
export function kubectlOf(rows: readonly Pick<FleetRow, "namespace" | "name">[]): string {
  return [...Map.groupBy(rows, ({ namespace }) => namespace)]
    .map(([namespace, held]) => {
      const names = new Set(held.map(({ name }) => name));
      return `kubectl get shoots --namespace ${namespace} ${[...names].join(" ")}\n`;
    })
    .join("");
}
