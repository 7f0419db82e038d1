import "server-only";
import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type OperationSummary, operationSummarySchema } from "#lib/contract/summary/operation-summary.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import type { KnownSummaries } from "#lib/notices/summary-occurrences.ts";
import { type GardenFacts, rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { findLastWriterBesidesGardener, type LastWriter } from "#lib/policy/next/last-writer.ts";
import { doChangesWaitForWindow, isRowOperationUnfinished } from "#lib/policy/next/row-operation.ts";
import { isMaintenanceRefused } from "#lib/policy/summary/maintenance-description.ts";
import type { OperationSummary as ComputedSummary } from "#lib/policy/summary/operation-summary.ts";
import { summariseOperation, summariseReportedMaintenance } from "#lib/policy/summary/summarise-operation.ts";
import { type CachedObject, unpackObject } from "#server/watch/packed-object.ts";

/** Summary of one operation of a cluster. */
export interface SummaryRecord {
  /** Equal for the same operation in all replicas of Almanac. */
  readonly key: string;
  /** When the operation ended, in epoch milliseconds; for one under way when it is late. */
  readonly at: number;
  readonly summary: OperationSummary;
}

interface OpenOperation {
  /** The Shoot before the operation; undefined if that was not observed. */
  readonly before: CachedObject<Shoot> | undefined;
  /** Time of the newest operation before, as in the row. */
  readonly operationBefore: string | undefined;
  /** Time of the newest maintenance before. */
  readonly maintenanceBefore: string | undefined;
  /** When gardenlet was first seen to work on the change, in epoch milliseconds. */
  readonly workedOnAt: number | undefined;
  /** Who was seen to change the spec, without Gardener, in the order of time. */
  readonly writers: readonly LastWriter[];
  /** Whether the operation failed and is carried out again. */
  readonly hasFailedBefore?: boolean;
  /** Trigger time of a maintenance run that was refused while the operation went on. */
  readonly refusedAt?: string | undefined;
  /** The summary so far, made from this head. */
  readonly made?: { readonly head: CachedObject<Shoot>; readonly record: SummaryRecord | undefined };
}

/** Time after which an operation that goes on is reported as being under way. */
const longOperationMs = 12 * hourMs;
/** How far ahead of that time it is known: further than rules are evaluated ahead. */
const soonMs = 3 * hourMs;
/** How long ago a maintenance that was not observed may have come to be reported. */
const newsMs = dayMs;
/**
 * How long ago a maintenance may have been triggered for an operation that is under way at the start to be taken for
 * its own. A later one may as well be a change, or a reconcile, which clusters may have every hour.
 */
const ownOperationMs = hourMs;
/** Most clients of a summary that are named. */
const mostWriters = 5;
/** Most summaries that are stored, of all clusters together; the oldest are dropped. */
const mostRecords = 2_000;
const mostOfCluster = 3;

export interface OperationSummariesOptions {
  /** The current time in epoch milliseconds. */
  readonly now: () => number;
  readonly gardenFacts: () => GardenFacts;
}

/** Summaries as others may read them. */
export type ReadableSummaries = Pick<OperationSummaries, "recordsOf" | "underWayOf" | "knownOf" | "reportedOf">;

/**
 * Summarises what operations did to clusters, from the Shoots before and after them. An operation lasts from the change
 * of a spec, a maintenance or a rotation until gardenlet has ended its work on that, so that several events of the watch
 * become one summary. Everything is stored in memory: what came before the start of this replica was not observed.
 */
export class OperationSummaries {
  readonly #options: OperationSummariesOptions;
  readonly #heads = new Map<string, CachedObject<Shoot>>();
  readonly #open = new Map<string, OpenOperation>();
  /** Operations that failed, which a retry carries out again. */
  readonly #failed = new Map<string, OpenOperation>();
  /** The latest summaries of each cluster, the newest last; clusters in the order of their newest. */
  readonly #records = new Map<string, readonly SummaryRecord[]>();
  #count = 0;
  readonly #startedAt: string;

  constructor(options: OperationSummariesOptions) {
    this.#options = options;
    this.#startedAt = formatInstant(options.now());
  }

  /**
   * Compares a Shoot with what was observed before.
   *
   * @param row the new row of the Shoot
   * @param held the row before; undefined for a Shoot that is seen for the first time
   */
  note(head: CachedObject<Shoot>, row: FleetRow, held: FleetRow | undefined): void {
    const { uid } = row;
    const before = this.#heads.get(uid);
    this.#heads.set(uid, head);
    if (row.deletionRequestedAt !== undefined) {
      this.#open.delete(uid);
      this.#failed.delete(uid);
      return;
    }
    const known = this.#open.get(uid) ?? this.#resumed(row, held) ?? this.#begun({ row, held, before });
    if (known === undefined) return;
    const { operationBefore, maintenanceBefore } = known;
    const isWorkedOn = row.lastOperation?.updatedAt !== operationBefore;
    const observed: OpenOperation = {
      ...known,
      workedOnAt: known.workedOnAt ?? (isWorkedOn ? this.#options.now() : undefined),
      writers: [...known.writers, ...specWriterBetween(before, head)].slice(0, mostWriters),
    };
    const isNewMaintenance = row.lastMaintenance?.triggeredAt !== maintenanceBefore;
    const isRefused = isNewMaintenance && isMaintenanceRefused(row.lastMaintenance?.failureReason);
    if (isRefused) this.#record(uid, this.#summaryOf(observed, head));
    if (isRefused && (observed.before === undefined || isSameGeneration(observed.before, head))) {
      this.#open.delete(uid);
      return;
    }
    // A change that somebody wrote before goes on.
    const refused = row.lastMaintenance?.triggeredAt;
    const open = isRefused ? { ...observed, maintenanceBefore: refused, refusedAt: refused } : observed;
    if (isWorkedOn && hasEnded(row)) {
      this.#open.delete(uid);
      const record = this.#summaryOf(open, head);
      this.#record(uid, record);
      if (record?.summary.outcome.kind === "failed" && open.before !== undefined) this.#failed.set(uid, open);
      else this.#failed.delete(uid);
    } else {
      this.#open.set(uid, open);
    }
  }

  forget(uid: string): void {
    this.#heads.delete(uid);
    this.#open.delete(uid);
    this.#failed.delete(uid);
    this.#count -= this.#records.get(uid)?.length ?? 0;
    this.#records.delete(uid);
  }

  /** The latest summaries of a cluster's ended operations, the oldest first. */
  recordsOf(uid: string): readonly SummaryRecord[] {
    return this.#records.get(uid) ?? [];
  }

  /** What the operation under way has done so far; `at`: when it is late. Undefined before gardenlet works on it. */
  underWayOf(uid: string): SummaryRecord | undefined {
    const [open, head] = [this.#open.get(uid), this.#heads.get(uid)];
    if (open?.workedOnAt === undefined || head === undefined) return undefined;
    if (open.made?.head === head) return open.made.record;
    const made = this.#summaryOf(open, head);
    const record = made && { ...made, key: `${made.key} late`, at: open.workedOnAt + longOperationMs };
    this.#open.set(uid, { ...open, made: { head, record } });
    return record;
  }

  /** All that is known of a cluster, for its notices; `late`: the operation under way, if it is late or will be soon. */
  knownOf(uid: string): KnownSummaries {
    const underWay = this.underWayOf(uid);
    const isLate = underWay !== undefined && underWay.at < this.#options.now() + soonMs;
    return { ended: this.recordsOf(uid), underWay, late: isLate ? underWay : undefined };
  }

  /** A failed operation that is carried out again, unless a new maintenance wrote its own changes meanwhile. */
  #resumed(row: FleetRow, held: FleetRow | undefined): OpenOperation | undefined {
    const failed = this.#failed.get(row.uid);
    if (failed === undefined || held === undefined) return undefined;
    if (held.lastMaintenance?.triggeredAt !== row.lastMaintenance?.triggeredAt) return undefined;
    const operationBefore = held.lastOperation?.updatedAt;
    if (row.lastOperation?.updatedAt === operationBefore && !hasBegun(held, row)) return undefined;
    const { before, maintenanceBefore, writers } = failed;
    return { ...{ before, maintenanceBefore, writers, operationBefore }, workedOnAt: undefined, hasFailedBefore: true };
  }

  #begun({
    row,
    held,
    before,
  }: {
    readonly row: FleetRow;
    readonly held: FleetRow | undefined;
    readonly before: CachedObject<Shoot> | undefined;
  }): OpenOperation | undefined {
    if (held === undefined || before === undefined) return this.#missed(row);
    if (!hasBegun(held, row)) return undefined;
    return {
      before,
      operationBefore: held.lastOperation?.updatedAt,
      maintenanceBefore: held.lastMaintenance?.triggeredAt,
      workedOnAt: undefined,
      writers: [],
    };
  }

  /** A maintenance that came before the cluster was first seen. */
  #missed({ uid, lastMaintenance, ...row }: FleetRow): OpenOperation | undefined {
    const at = parseInstant(lastMaintenance?.triggeredAt);
    if (at === undefined || at < this.#options.now() - newsMs) return undefined;
    const updatedAt = parseInstant(row.lastOperation?.updatedAt);
    const head = this.#heads.get(uid);
    const written = head && parseInstant(findLastWriterBesidesGardener(head)?.time);
    const isOwn = at >= this.#options.now() - ownOperationMs && (written === undefined || written < at);
    const goesOn = updatedAt !== undefined && updatedAt >= at && !hasEnded({ uid, ...row });
    if (goesOn && isOwn) {
      const unknown = { before: undefined, operationBefore: undefined, maintenanceBefore: undefined };
      return { ...unknown, workedOnAt: updatedAt, writers: [] };
    }
    const summary = head && this.#reported(unpackObject(head), false);
    if (summary !== undefined) this.#record(uid, { key: keyOf(summary), at, summary });
    return undefined;
  }

  #summaryOf(open: OpenOperation, head: CachedObject<Shoot>): SummaryRecord | undefined {
    const summary =
      open.before === undefined
        ? this.#reported(unpackObject(head), true)
        : this.#observed({ ...open, before: open.before }, head);
    if (summary === undefined) return undefined;
    const at = parseInstant(summary.endedAt) ?? this.#options.now();
    return { key: keyOf(summary), at, summary };
  }

  #observed(
    { before, writers, hasFailedBefore = false, refusedAt }: OpenOperation & { readonly before: CachedObject<Shoot> },
    after: CachedObject<Shoot>,
  ): OperationSummary | undefined {
    const shoot = shootWithValidTypes(unpackObject(after));
    const rules = rulesOfShoot(shoot, this.#options.gardenFacts());
    const operation = {
      ...{ before: shootWithValidTypes(unpackObject(before)), after: shoot },
      ...{ writers, hasFailedBefore, refusedAt },
    };
    return bounded(summariseOperation(operation, { now: this.#options.now(), rules }));
  }

  /** The last maintenance as far as the Shoot itself reports it. */
  reportedOf(shoot: Shoot): OperationSummary | undefined {
    return this.#reported(shoot, false);
  }

  #reported(shoot: Shoot, isOperationSeen: boolean): OperationSummary | undefined {
    const reported = { shoot: shootWithValidTypes(shoot), firstSeenAt: this.#startedAt, isOperationSeen };
    return bounded(summariseReportedMaintenance(reported, { now: this.#options.now() }));
  }

  #record(uid: string, record: SummaryRecord | undefined): void {
    if (record === undefined) return;
    const before = this.#records.get(uid) ?? [];
    const records = [...before.filter(({ key }) => key !== record.key), record].slice(-mostOfCluster);
    this.#records.delete(uid);
    this.#records.set(uid, records);
    this.#count += records.length - before.length;
    for (const [oldest, dropped] of this.#records) {
      if (this.#count <= mostRecords) break;
      this.#records.delete(oldest);
      this.#count -= dropped.length;
    }
  }
}

/** A maintenance that failed has a key of its own: it is news again once a retry has carried it out. */
function keyOf({ cause, begunAt, endedAt, outcome }: OperationSummary): string {
  if (cause.kind !== "maintenance") return `${begunAt} ${endedAt}`;
  return outcome.kind === "failed" ? `maintenance ${begunAt} failed` : `maintenance ${begunAt}`;
}

function isSameGeneration(before: CachedObject<Shoot>, head: CachedObject<Shoot>): boolean {
  return before.metadata.generation === head.metadata.generation;
}

/** Who changed the spec between two states of a Shoot, as far as managedFields tell; not who only asked for a retry. */
function specWriterBetween(before: CachedObject<Shoot> | undefined, head: CachedObject<Shoot>): readonly LastWriter[] {
  if (before === undefined || isSameGeneration(before, head)) return [];
  const [was, is] = [findLastWriterBesidesGardener(before), findLastWriterBesidesGardener(head)];
  if (is === undefined || (is.manager === was?.manager && is.time === was.time)) return [];
  return isSameJson(unpackObject(before).spec, unpackObject(head).spec) ? [] : [is];
}

/** Whether something began between two rows of a cluster that may be worth a summary. */
function hasBegun(held: FleetRow, row: FleetRow): boolean {
  return (
    held.shootGeneration !== row.shootGeneration ||
    held.lastMaintenance?.triggeredAt !== row.lastMaintenance?.triggeredAt ||
    !isSameJson(comparedOf(held), comparedOf(row))
  );
}

function comparedOf({ kubernetes, pinnedPools, images, rotations, rotatedAt }: FleetRow) {
  const ofImages = images.map(({ name, version, pools }) => ({ name, version, pools }));
  return { kubernetes: kubernetes.version, pinnedPools, images: ofImages, rotations, rotatedAt };
}

/** Whether gardenlet has ended its work on the spec for good, and nothing else waits. */
function hasEnded(row: FleetRow): boolean {
  return row.pendingOperation === undefined && !isRowOperationUnfinished(row) && !doChangesWaitForWindow(row);
}

const most = { entries: 12, characters: 300 } as const;

/** Limits texts and lists, since summaries are stored with notices. */
function bounded(summary: ComputedSummary | undefined): OperationSummary | undefined {
  if (summary === undefined) return undefined;
  const { changes, pools, failures } = summary;
  const cut = (said: string) => (said.length > most.characters ? `${said.slice(0, most.characters)}…` : said);
  return operationSummarySchema.parse({
    ...summary,
    changes: changes
      .slice(0, most.entries)
      .map((change) => (change.kind === "text" ? { ...change, said: cut(change.said) } : change)),
    pools: pools.slice(0, most.entries),
    failures: failures.slice(0, most.entries).map(cut),
  });
}
