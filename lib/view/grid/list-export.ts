import type { FleetRow } from "#lib/contract/fleet.ts";

export interface ExportedColumn {
  readonly key: string;
  readonly label: string;
  /** As the list says it. */
  readonly textOf: (row: FleetRow) => string;
}

/** Raised whenever a program that reads the document would misread it. */
const documentFormat = 1;

interface ExportedList {
  readonly columns: readonly ExportedColumn[];
  /** What the list was asked for, as its address has it. */
  readonly filter: string;
  readonly at: string;
}

/** The list as a table and as a document: who each cluster is, then what the columns say. */
export function exportTable(rows: readonly FleetRow[], { columns, filter, at }: ExportedList) {
  return {
    table: [
      ["Project", "Cluster", ...columns.map(({ label }) => label)],
      ...rows.map((row) => [row.project, row.name, ...columns.map(({ textOf }) => textOf(row))]),
    ],
    document: {
      format: documentFormat,
      at,
      filter,
      count: rows.length,
      clusters: rows.map((row) => ({
        project: row.project,
        name: row.name,
        namespace: row.namespace,
        uid: row.uid,
        shown: Object.fromEntries(columns.map(({ key, textOf }) => [key, textOf(row)])),
      })),
    },
  };
}

/** A command that reads these Shoots from the garden; one line for each project. */
export function kubectlOf(rows: readonly FleetRow[]): string {
  return [...Map.groupBy(rows, ({ namespace }) => namespace)]
    .map(
      ([namespace, held]) => `kubectl get shoots --namespace ${namespace} ${held.map(({ name }) => name).join(" ")}\n`,
    )
    .join("");
}
