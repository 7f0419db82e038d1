import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";

type Versions = Pick<FleetRow, "kubernetes" | "versionsBefore">;
type Image = Pick<FleetRow["images"][number], "name" | "version" | "pools">;

/** Joins the version before an update with the wanted one: `1.32.14 → 1.33.13`. */
function versionsLabel(before: readonly string[], wanted: string): string {
  const others = [...new Set(before)].filter((version) => version !== wanted && version !== "");
  return others.length === 0 ? wanted : `${others.join(", ")} → ${wanted}`;
}

/**
 * Kubernetes version of a cluster's control plane, `1.33.4`; while an update is not rolled out completely, the version
 * before it and the wanted one: `1.32.14 → 1.33.13`. Empty if the version is unknown.
 */
export function kubernetesVersionLabel({ kubernetes: { version }, versionsBefore }: Versions): string {
  return versionsLabel(versionsBefore ? [versionsBefore.kubernetes] : [], version);
}

/** Kubernetes version of a pool, its own or the control plane's, with the one before an update that is not rolled out. */
export function poolVersionLabel(
  { pool, version }: FleetRow["pinnedPools"][number],
  { versionsBefore }: Pick<FleetRow, "versionsBefore">,
): string {
  const pinned = versionsBefore?.pinnedPools.find((each) => each.pool === pool);
  const before = pinned?.version ?? versionsBefore?.kubernetes;
  return versionsLabel(before === undefined ? [] : [before], version);
}

/** Pools with a Kubernetes version of their own: `data 1.32.14 → 1.33.13` for one whose update is not rolled out. */
export function pinnedPoolLabels(row: Pick<FleetRow, "pinnedPools" | "versionsBefore">): readonly string[] {
  return row.pinnedPools.map((pinned) => `${pinned.pool} ${poolVersionLabel(pinned, row)}`);
}

/** Version of a machine image in a cluster, with those that its pools had before an update that is not rolled out. */
export function imageVersionLabel(
  { name, version, pools }: Image,
  { versionsBefore }: Pick<FleetRow, "versionsBefore">,
): string {
  const before = (versionsBefore?.images ?? []).filter(
    (image) => image.name === name && image.pools.some((pool) => pools.includes(pool)),
  );
  return versionsLabel(
    before.map((image) => image.version),
    version,
  );
}

/** Returns what becomes of an update of the control plane: under way, or not rolled out yet; undefined without one. */
export function kubernetesUpdateLabel(row: FleetRow): string | undefined {
  if (!isKubernetesUpdating(row)) return undefined;
  const state = operationStateOfRow(row);
  return state === "running" || state === "pending" ? text("updating") : text("not rolled out yet");
}

function isKubernetesUpdating({ kubernetes, versionsBefore }: Versions): boolean {
  return versionsBefore !== undefined && versionsBefore.kubernetes !== kubernetes.version;
}

/** Number of clusters with an update that is not rolled out completely: of Kubernetes, or of one machine image. */
export function countUpdatingClusters(rows: readonly FleetRow[], image?: string): number {
  return rows.filter((row) =>
    image === undefined
      ? isKubernetesUpdating(row)
      : row.images.some((each) => each.name === image && imageVersionLabel(each, row) !== each.version),
  ).length;
}

/** Says at which version clusters are counted that are not updated completely: `2 clusters are still being updated …`. */
export function updatingClustersLabel(count: number): string {
  return text(
    "{count, plural, one {# cluster is} other {# clusters are}} still being updated, and {count, plural, one {counts} other {count}} at the version that {count, plural, one {it comes} other {they come}} to.",
    { count },
  );
}
