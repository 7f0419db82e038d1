import type { ShootSpec } from "#lib/garden/shoot.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import type { MaintenanceEntry } from "./maintenance-description.ts";
import type { SummaryChange } from "./operation-summary.ts";

export type VersionChange = Extract<SummaryChange, { readonly kind: "version" }>;

/** The version updates that a maintenance run reports, as changes of single pools. */
export function reportedVersionChanges(entries: readonly MaintenanceEntry[]): readonly VersionChange[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== "update") return [];
    const { pool, image, from, to, forced } = entry;
    return [
      {
        kind: "version",
        ...(pool !== undefined && { pools: [pool] }),
        ...(image !== undefined && { image }),
        ...{ from, to, forced },
      },
    ];
  });
}

/**
 * The versions in which two specs of a Shoot differ: the control plane's, and those of pools that are in both.
 *
 * @param reported what maintenance reports about the same change, which tells whether it was forced
 */
export function observedVersionChanges(
  before: ShootSpec,
  after: ShootSpec,
  reported: readonly VersionChange[],
): readonly VersionChange[] {
  const olds = new Map(workerPoolsOf(before).map((pool) => [pool.name, pool]));
  const changes: VersionChange[] = [];
  const add = (change: Omit<VersionChange, "kind" | "forced">, old: string | null | undefined): void => {
    const version: VersionChange = { kind: "version", ...change, ...(old && { from: old }), forced: false };
    const same = reported.find((each) => keyOf(each) === keyOf(version) && each.pools?.[0] === version.pools?.[0]);
    changes.push({ ...version, forced: same?.forced === true });
  };
  const [from, to] = [before.kubernetes?.version, after.kubernetes?.version];
  if (to && to !== from) add({ to }, from);
  for (const { name, kubernetes, machine } of workerPoolsOf(after)) {
    const old = olds.get(name);
    if (old === undefined) continue;
    const [oldOwn, own] = [old.kubernetes?.version, kubernetes?.version];
    if (own && own !== oldOwn) add({ pools: [name], to: own }, oldOwn);
    const [oldImage, image] = [old.machine?.image, machine?.image];
    if (image?.version && (image.version !== oldImage?.version || image.name !== oldImage.name)) {
      const isSameImage = image.name === oldImage?.name;
      const was = isSameImage ? oldImage.version : oldImage && [oldImage.name, oldImage.version].join(" ");
      add({ pools: [name], image: image.name, to: image.version }, was);
    }
  }
  return changes;
}

function keyOf({ image, to }: VersionChange): string {
  return `${image ?? ""} ${to}`;
}

/** Joins equal changes of several pools. */
export function groupVersionChanges(changes: readonly VersionChange[]): readonly VersionChange[] {
  const key = ({ pools: _, ...change }: VersionChange) => JSON.stringify(change);
  const isPools = ({ pools }: VersionChange) => pools !== undefined;
  const grouped = [...Map.groupBy(changes.filter(isPools), key).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, pools: [first, ...others].flatMap(({ pools = [] }) => pools) }],
  );
  return [...changes.filter((change) => !isPools(change)), ...grouped];
}
