import type { FleetRow } from "#lib/contract/fleet.ts";
import { certificateAuthorityAgeStartOf } from "#lib/fleet/fields/maintenance-fields.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { readinessStepOf } from "#lib/forecast/readiness-step.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { type ExportContext, formatOptionalInstant, type PreparedListExport, prepareListExport } from "./list-files.ts";

export interface ExportedColumn {
  readonly key: string;
  /** Title as in the list, in the current language. */
  readonly title: string;
  /** Text as in the list, in the current language and without ages. */
  readonly textOf: (row: FleetRow) => string;
}

interface ListedClusters extends ExportContext {
  readonly columns: readonly ExportedColumn[];
}

interface InstantColumn {
  readonly key: string;
  readonly title: Message;
  readonly of: (row: FleetRow, now: number) => number | undefined;
}

const forcedAt = (row: FleetRow) => forcedEventsOf(row)[0]?.at;

/** Instants behind the texts of a column, for programs and spreadsheets. */
const instantsOf: Readonly<Record<string, readonly InstantColumn[]>> = {
  forceAt: [
    { key: "forcedAt", title: message("Forced from"), of: forcedAt },
    { key: "forcedBy", title: message("Forced until"), of: (row) => forcedEventsOf(row)[0]?.step?.latestAt },
  ],
  op: [
    {
      key: "operationAt",
      title: message("Last operation at"),
      of: ({ lastOperation }) => parseInstant(lastOperation?.updatedAt),
    },
  ],
  endsOn: [{ key: "endsAt", title: message("Lifetime ends at"), of: lifetimeEndOf }],
  readiness: [{ key: "minorFrom", title: message("Minor update from"), of: (row) => readinessStepOf(row)?.at }],
  k8s: [
    {
      key: "kubernetesEndsAt",
      title: message("Kubernetes version ends at"),
      of: ({ kubernetes }) => parseInstant(kubernetes.expiresAt),
    },
  ],
  window: [
    {
      key: "windowFrom",
      title: message("Window begins at"),
      of: ({ window }, now) => nextWindowOfRow(window, now)?.beginMs,
    },
    {
      key: "windowUntil",
      title: message("Window ends at"),
      of: ({ window }, now) => nextWindowOfRow(window, now)?.endMs,
    },
  ],
  maintenance: [
    {
      key: "maintainedAt",
      title: message("Last maintenance at"),
      of: ({ lastMaintenance }) => parseInstant(lastMaintenance?.triggeredAt),
    },
  ],
  caAge: [
    { key: "caSince", title: message("CA rotated or created at"), of: (row) => certificateAuthorityAgeStartOf(row).at },
  ],
  created: [{ key: "createdAt", title: message("Created at"), of: ({ createdAt }) => parseInstant(createdAt) }],
  rotation: [
    { key: "rotationSince", title: message("Rotation since"), of: ({ rotation }) => parseInstant(rotation?.since) },
  ],
};

/** Columns of which the instant says all. */
const onlyInstants: ReadonlySet<string> = new Set(["created"]);

/** Exports a cluster list: names and ids first, then the columns and the instants behind them. */
export function exportClusters(
  rows: readonly FleetRow[],
  { columns, filter, now }: ListedClusters,
): PreparedListExport {
  const texts = columns.filter(({ key }) => !onlyInstants.has(key));
  const instants = columns.flatMap(({ key }) => (Object.hasOwn(instantsOf, key) ? (instantsOf[key] ?? []) : []));
  return prepareListExport({
    name: "clusters",
    items: rows,
    filter,
    now,
    kubectl: kubectlGetCommandOf(rows),
    fields: [
      { key: "project", title: text("Project"), of: ({ project }) => project },
      { key: "cluster", title: text("Cluster"), of: ({ name }) => name },
      ...texts.map(({ key, title, textOf }) => ({ key, title, of: textOf })),
      ...instants.map(({ key, title, of }) => ({
        ...{ key, title: text(title) },
        of: (row: FleetRow) => formatOptionalInstant(of(row, now)),
      })),
    ],
    documentOf: (row) => ({
      project: row.project,
      name: row.name,
      namespace: row.namespace,
      uid: row.uid,
      shown: Object.fromEntries(texts.map(({ key, textOf }) => [key, textOf(row)])),
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
