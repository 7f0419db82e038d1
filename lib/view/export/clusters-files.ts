import type { FleetRow } from "#lib/contract/fleet.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { caSince } from "#lib/fleet/fields/upkeep-fields.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { documentFormat, instantText, type ListFiles } from "./list-files.ts";

export interface ExportedColumn {
  readonly key: string;
  readonly label: string;
  /** As the list says it. */
  readonly textOf: (row: FleetRow) => string;
}

interface ListedClusters {
  readonly columns: readonly ExportedColumn[];
  /** What the list was asked for, as its address has it. */
  readonly filter: string;
  readonly now: number;
}

interface InstantColumn {
  readonly key: string;
  readonly label: Message;
  readonly of: (row: FleetRow, now: number) => number | undefined;
}

const forcedAt = (row: FleetRow) => forcedEvents(row)[0]?.at;

/** The moments behind what a column says in words: programs read them, and so does a spreadsheet. */
const instantsOf: Readonly<Record<string, readonly InstantColumn[]>> = {
  forceAt: [
    { key: "forcedAt", label: message("Next forced change from"), of: forcedAt },
    { key: "forcedBy", label: message("Next forced change until"), of: (row) => forcedEvents(row)[0]?.step?.latestAt },
  ],
  op: [
    {
      key: "operationAt",
      label: message("Last operation at"),
      of: ({ lastOperation }) => parseInstant(lastOperation?.updatedAt),
    },
  ],
  k8s: [
    {
      key: "kubernetesEndsAt",
      label: message("Kubernetes ends at"),
      of: ({ kubernetes }) => parseInstant(kubernetes.expiresAt),
    },
  ],
  window: [
    { key: "windowFrom", label: message("Window from"), of: ({ window }, now) => rowWindow(window, now)?.beginMs },
    { key: "windowUntil", label: message("Window until"), of: ({ window }, now) => rowWindow(window, now)?.endMs },
  ],
  maintenance: [
    {
      key: "maintainedAt",
      label: message("Last maintenance at"),
      of: ({ lastMaintenance }) => parseInstant(lastMaintenance?.triggeredAt),
    },
  ],
  caAge: [{ key: "caSince", label: message("CA since"), of: (row) => caSince(row).at }],
  created: [{ key: "createdAt", label: message("Created at"), of: ({ createdAt }) => parseInstant(createdAt) }],
  rotation: [
    { key: "rotationSince", label: message("Rotation since"), of: ({ rotation }) => parseInstant(rotation?.since) },
  ],
};

/** The list as a table and as a document: who each cluster is, then what the columns say, with the moments behind it. */
export function clustersFiles(rows: readonly FleetRow[], { columns, filter, now }: ListedClusters): ListFiles {
  const instants = columns.flatMap(({ key }) => (Object.hasOwn(instantsOf, key) ? (instantsOf[key] ?? []) : []));
  const kubectl = kubectlOf(rows);
  return {
    name: "clusters",
    noun: [text("cluster"), text("clusters")],
    count: rows.length,
    filter,
    table: [
      [
        text("Project"),
        text("Cluster"),
        ...columns.map(({ label }) => label),
        ...instants.map(({ label }) => text(label)),
      ],
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
      clusters: rows.map((row) => ({
        project: row.project,
        name: row.name,
        namespace: row.namespace,
        uid: row.uid,
        shown: Object.fromEntries(columns.map(({ key, textOf }) => [key, textOf(row)])),
        instants: Object.fromEntries(instants.map(({ key, of }) => [key, instantText(of(row, now))])),
      })),
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
