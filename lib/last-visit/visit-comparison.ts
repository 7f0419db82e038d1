import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ChangeCause, ForcedChangeSnapshot, LastVisitChange } from "#lib/contract/last-visit.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { usedVersionsOf } from "#lib/notices/version-ends.ts";
import { type ClusterSnapshot, clusterSnapshotOf } from "./cluster-snapshot.ts";
import { clusterSnapshotKeyOf, type VisitSnapshot } from "./visit-snapshot.ts";

/** Change since the last visit with all clusters that it affects. */
export interface VisitChange {
  readonly key: string;
  readonly change: LastVisitChange;
  readonly clusters: readonly ChangedCluster[];
}

export interface ChangedCluster {
  readonly project: string;
  readonly name: string;
  /** Uid of the cluster; absent if it no longer exists. */
  readonly uid?: string;
}

export interface VisitComparisonInput {
  readonly seen: VisitSnapshot & { readonly clusters: readonly ClusterSnapshot[] };
  readonly now: number;
  /** Returns whether the user can see this namespace. */
  readonly covers: (namespace: string) => boolean;
  /** Returns the result of a cluster's last maintenance; called only for clusters whose versions have changed. */
  readonly maintenanceOf: (uid: string) => LastMaintenanceRun | undefined;
}

export interface LastMaintenanceRun {
  readonly description: string;
  /** Time at which the maintenance was triggered. */
  readonly at: string;
}

interface Gathered {
  change: LastVisitChange;
  readonly clusters: ChangedCluster[];
}

type Found = readonly [key: string, change: LastVisitChange];

/** Finds changes since the last visit in slices of rows. Facts that are unknown at either time are not reported. */
export class VisitComparison {
  readonly #input: VisitComparisonInput;
  readonly #left: Map<string, ClusterSnapshot>;
  readonly #found = new Map<string, Gathered>();

  constructor(input: VisitComparisonInput) {
    this.#input = input;
    this.#left = new Map(input.seen.clusters.map((cluster) => [clusterSnapshotKeyOf(cluster), cluster]));
  }

  read(rows: readonly FleetRow[]): void {
    for (const row of rows) {
      const { project, name, uid } = row;
      for (const [key, change] of this.#changesOf(row)) this.#add(key, change, { project, name, uid });
    }
  }

  /** Returns all changes, the most important first. It must be called after all rows have been added. */
  changes(): readonly VisitChange[] {
    for (const { project, name, namespace } of this.#left.values()) {
      const kind = this.#input.covers(namespace) ? "gone" : "hidden";
      this.#add(kind, { kind }, { project, name });
    }
    this.#left.clear();
    const all = [...this.#found].map(([key, { change, clusters }]) => ({ key, change, clusters }));
    return all.sort(
      (a, b) =>
        order.indexOf(a.change.kind) - order.indexOf(b.change.kind) ||
        b.clusters.length - a.clusters.length ||
        (a.key < b.key ? -1 : 1),
    );
  }

  #add(key: string, change: LastVisitChange, cluster: ChangedCluster): void {
    const held = this.#found.get(key);
    if (held === undefined) this.#found.set(key, { change, clusters: [cluster] });
    else {
      held.change = earlier(held.change, change);
      held.clusters.push(cluster);
    }
  }

  #changesOf(row: FleetRow): readonly Found[] {
    const { seen, now } = this.#input;
    const is = clusterSnapshotOf(row, now);
    const key = clusterSnapshotKeyOf(is);
    const was = this.#left.get(key);
    if (was?.id !== is.id) {
      const created = parseInstant(row.createdAt);
      // A cluster that reuses an old name is new; the old cluster is reported as deleted.
      const kind = created !== undefined && created <= seen.at ? "shown" : "created";
      return [[kind, { kind }]];
    }
    this.#left.delete(key);
    const since = seen.at;
    const versions = this.#versionsOf(row, { was, is });
    return [
      ...trouble(row, { was, is, since }),
      ...holds({ was, is }),
      ...lifetime({ was, is }),
      ...maintenanceFailed(row, since),
      ...(is.deleting && !was.deleting ? [["deleting", { kind: "deleting" }] as const] : []),
      ...rotations(row, { was, is, since }),
      ...versions,
      ...forecasts(row, { was, is, since, seen, isUpdated: versions.length > 0 }),
    ];
  }

  #versionsOf(row: FleetRow, { was, is }: Pair): readonly Found[] {
    const moved: { readonly image?: string; readonly from: string; readonly to: string }[] = [];
    if (was.kubernetes !== is.kubernetes) moved.push({ from: was.kubernetes, to: is.kubernetes });
    let others = false;
    for (const name of new Set([...was.images, ...is.images].map((image) => image.name))) {
      const versionsIn = ({ images }: ClusterSnapshot) =>
        images.flatMap((image) => (image.name === name ? [image.version] : []));
      const [before, after] = [versionsIn(was), versionsIn(is)];
      const left = before.filter((version) => !after.includes(version));
      const come = after.filter((version) => !before.includes(version));
      const [from, to] = [left[0], come[0]];
      if (from !== undefined && to !== undefined && left.length + come.length === 2)
        moved.push({ image: name, from, to });
      else others ||= left.length + come.length > 0;
    }
    if (moved.length === 0 && !others) return [];
    const run = this.#runSince(row);
    return [
      ...moved.map((each): Found => {
        const cause = run !== undefined && names(run.description, each) ? maintenanceCause(run) : undefined;
        const key = ["version", each.image ?? "Kubernetes", each.from, each.to, cause?.kind ?? ""].join(":");
        return [key, { kind: "version", ...each, ...(cause && { cause }) }];
      }),
      ...(others ? [["images", { kind: "images" }] as const] : []),
    ];
  }

  /** Returns the cluster's last maintenance, if it ran since the last visit. */
  #runSince({ uid, lastMaintenance }: FleetRow): LastMaintenanceRun | undefined {
    const at = parseInstant(lastMaintenance?.triggeredAt);
    if (at === undefined || at <= this.#input.seen.at) return undefined;
    return this.#input.maintenanceOf(uid);
  }
}

interface Pair {
  readonly was: ClusterSnapshot;
  readonly is: ClusterSnapshot;
}

interface Since extends Pair {
  /** Time of the last visit in epoch milliseconds. */
  readonly since: number;
}

/** Kinds of changes in order of importance. */
const order: readonly LastVisitChange["kind"][] = [
  ...(["failed", "unhealthy", "lifetime", "held", "deleting", "gone", "stuck", "end", "forced"] as const),
  ...(["maintenance", "rotation", "number", "unknown", "version", "images", "hidden"] as const),
  ...(["freed", "released", "recovered", "created", "shown"] as const),
];

/** Returns whether the description of a maintenance contains both versions, as Gardener writes for its updates. */
function names(description: string, { from, to }: { readonly from: string; readonly to: string }): boolean {
  const words = description.split(/[\s,;:"'()]+/).map((word) => word.replace(/\.$/, ""));
  return words.includes(from) && words.includes(to);
}

function maintenanceCause({ at }: LastMaintenanceRun): ChangeCause {
  return { kind: "maintenance", at };
}

function trouble(row: FleetRow, { was, is, since }: Since): readonly Found[] {
  if (is.broken !== undefined) {
    if (is.broken === was.broken && is.codes.join() === was.codes.join()) return [];
    const type = row.lastOperation?.type;
    const key = ["failed", type ?? "", is.broken, ...is.codes].join(":");
    return [[key, { kind: "failed", ...(type !== undefined && { type }), state: is.broken, codes: is.codes }]];
  }
  const from = parseInstant(row.unhealthySince);
  if (is.health === "unhealthy") {
    const isSame = was.health === "unhealthy" && was.broken === undefined && is.failing.join() === was.failing.join();
    // The cluster has recovered since the last visit and failed again.
    const isAgain = from !== undefined && from > since;
    if (isSame && !isAgain) return [];
    const at = from === undefined ? {} : { at: formatInstant(from) };
    return [[["unhealthy", ...is.failing].join(":"), { kind: "unhealthy", conditions: is.failing, ...at }]];
  }
  if (is.health === "unknown") return was.health === "unknown" ? [] : [["unknown", { kind: "unknown" }]];
  const wasBad = was.broken !== undefined || was.health === "unhealthy" || was.health === "unknown";
  return wasBad && is.health === "healthy" ? [["recovered", { kind: "recovered" }]] : [];
}

function holds({ was, is }: Pair): readonly Found[] {
  if (is.held === was.held && is.waiting === was.waiting) return [];
  if (is.held === undefined) return was.held === undefined ? [] : [["released", { kind: "released" }]];
  const waiting = is.waiting === undefined ? {} : { waiting: is.waiting };
  return [[`held:${is.held}:${is.waiting ?? ""}`, { kind: "held", hold: is.held, ...waiting }]];
}

/** Returns changes of the lifetime's end, except for clusters that are being deleted. */
function lifetime({ was, is }: Pair): readonly Found[] {
  if (is.deleting || parseInstant(is.endsAt) === parseInstant(was.endsAt)) return [];
  const [before, now] = [was.endsAt, is.endsAt];
  const change = { ...(before !== undefined && { was: before }), ...(now !== undefined && { is: now }) };
  return [[`lifetime:${before ?? ""}:${now ?? ""}`, { kind: "lifetime", ...change }]];
}

function maintenanceFailed({ lastMaintenance }: FleetRow, since: number): readonly Found[] {
  const at = parseInstant(lastMaintenance?.triggeredAt);
  const isNew = lastMaintenance?.state === "Failed" && at !== undefined && at > since;
  return isNew ? [["maintenance", { kind: "maintenance" }]] : [];
}

function rotations(row: FleetRow, { was, is, since }: Since): readonly Found[] {
  const before = new Map(was.rotations.map(({ family, waits }) => [family, waits]));
  const now = new Set(is.rotations.map(({ family }) => family));
  const found: Found[] = [];
  const tell = (family: string, step: "waits" | "started" | "completed" | "ended", at?: string) =>
    found.push([
      `rotation:${family}:${step}`,
      { kind: "rotation", family, step, ...(at !== undefined && { at: formatInstant(parseInstant(at) ?? since) }) },
    ]);
  for (const { family, waits } of is.rotations) {
    const began = row.rotations?.find((each) => each.family === family)?.since;
    const at = parseInstant(began) === undefined ? undefined : began;
    if (waits && before.get(family) !== true) tell(family, "waits", at);
    else if (!before.has(family)) tell(family, "started", at);
  }
  for (const family of before.keys()) {
    if (now.has(family)) continue;
    const renewed = parseInstant(row.rotatedAt?.[family]);
    tell(family, renewed !== undefined && renewed > since ? "completed" : "ended");
  }
  return found;
}

interface ForecastPair extends Since {
  readonly seen: VisitSnapshot;
  readonly isUpdated: boolean;
}

/** Finds moved ends of versions, new and resolved dead ends, and changes of the first forced change. */
function forecasts(row: FleetRow, pair: ForecastPair): readonly Found[] {
  const ends = movedEnds(row, pair.seen);
  const { was, is } = pair;
  // Without a forecast at both times, nothing can be compared.
  if (was.forecast === undefined || is.forecast === undefined) return ends;
  const cause = causeOf(row, pair);
  return [
    ...ends,
    ...deadEnds(row, { was: was.forecast, is: is.forecast }, cause),
    // A version's moved end already explains a changed forced update; after an update other steps are to be expected.
    ...(ends.length > 0 || pair.isUpdated ? [] : forced(row, { was: was.forecast, is: is.forecast }, cause)),
  ];
}

function movedEnds(row: FleetRow, { ends }: VisitSnapshot): readonly Found[] {
  const { profile } = row;
  if (profile === undefined) return [];
  const own = profile.kind !== "CloudProfile";
  return usedVersionsOf(row).flatMap(({ key, end, image, version }): readonly Found[] => {
    const before = ends[key];
    if (before === undefined || before === end || parseInstant(before) === parseInstant(end)) return [];
    return [
      [
        `end:${key}`,
        {
          kind: "end",
          ...(image !== undefined && { image }),
          version,
          ...(before !== "" && { was: before }),
          ...(end !== "" && { is: end }),
          cause: { kind: "profile", name: profile.name, own },
        },
      ],
    ];
  });
}

/** Returns the cause of a change that the row contains: an update, or a profile whose change changed the forecast. */
function causeOf({ forecast, profile }: FleetRow, { since, isUpdated }: ForecastPair): ChangeCause | undefined {
  if (isUpdated) return { kind: "update" };
  if (profile === undefined || forecast?.changed === undefined || forecast.changed.at <= since) return undefined;
  return { kind: "profile", name: profile.name, own: profile.kind !== "CloudProfile" };
}

type Forecasts = { readonly [Side in "was" | "is"]: NonNullable<ClusterSnapshot["forecast"]> };

function deadEnds(row: FleetRow, { was, is }: Forecasts, cause: ChangeCause | undefined): readonly Found[] {
  const keyOf = ({ code, missing = "", profile = "" }: (typeof was.stuck)[number]) => `${code}:${missing}:${profile}`;
  const [before, now] = [new Set(was.stuck.map(keyOf)), new Set(is.stuck.map(keyOf))];
  const found: Found[] = [];
  for (const each of is.stuck) {
    if (each.open || before.has(keyOf(each))) continue;
    const first = row.forecast?.deadEnds.find(({ code, missing }) => code === each.code && missing === each.missing);
    const at = first === undefined ? {} : { at: formatInstant(first.fromAt) };
    found.push([
      `stuck:${keyOf(each)}:${cause?.kind ?? ""}`,
      { kind: "stuck", ...named(each), ...at, ...(cause && { cause }) },
    ]);
  }
  for (const each of was.stuck) {
    if (each.open || now.has(keyOf(each))) continue;
    found.push([
      `freed:${keyOf(each)}:${cause?.kind ?? ""}`,
      { kind: "freed", ...named(each), ...(cause && { cause }) },
    ]);
  }
  return found;
}

function named({ code, missing, profile }: Forecasts["was"]["stuck"][number]) {
  return { code, ...(missing !== undefined && { missing }), ...(profile !== undefined && { profile }) };
}

/** Number of days by which a forced change may move, such as with its window, without counting as a change. */
const sameWithinDays = 1;

function forced(row: FleetRow, { was, is }: Forecasts, cause: ChangeCause | undefined): readonly Found[] {
  const [before, now] = [was.forced, is.forced];
  const isSame =
    before === undefined || now === undefined
      ? before === now
      : before.hop === now.hop &&
        before.image === now.image &&
        before.to === now.to &&
        // Once its cause applies, a forced change waits for the next maintenance window, whenever that is.
        (before.day === undefined || now.day === undefined || Math.abs(before.day - now.day) <= sameWithinDays);
  if (isSame) return [];
  const [first] = row.forecast?.forced ?? [];
  const key = [before, now].map((step) => (step ? `${step.hop}:${step.image ?? ""}:${step.to}` : "none"));
  const moved = before?.day !== undefined && now?.day !== undefined && before.to === now.to ? now.day - before.day : 0;
  return [
    [
      ["forced", ...key, moved === 0 ? "" : moved < 0 ? "earlier" : "later", cause?.kind ?? ""].join(":"),
      {
        kind: "forced",
        ...(before && { was: labelOf(before, before.day === undefined ? undefined : before.day * dayMs) }),
        ...(now && { is: labelOf(now, now.day === undefined ? undefined : (first?.earliestAt ?? now.day * dayMs)) }),
        ...(cause && { cause }),
      },
    ],
  ];
}

function labelOf(
  { hop, image, to }: NonNullable<Forecasts["was"]["forced"]>,
  at: number | undefined,
): ForcedChangeSnapshot {
  return { hop, to, ...(image !== undefined && { image }), ...(at !== undefined && { at: formatInstant(at) }) };
}

/** Returns the earlier of two equal changes. */
function earlier(held: LastVisitChange, other: LastVisitChange): LastVisitChange {
  const at = (change: LastVisitChange) => ("at" in change ? change.at : undefined);
  const [a, b] = [at(held), at(other)];
  if (held.kind === "forced" && other.kind === "forced") {
    const [first, second] = [held.is?.at, other.is?.at];
    return first !== undefined && second !== undefined && second < first ? other : held;
  }
  return a !== undefined && b !== undefined && b < a ? other : held;
}
