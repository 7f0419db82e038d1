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
  /** The summary so far, made from this head. */
  readonly made?: { readonly head: CachedObject<Shoot>; readonly record: SummaryRecord | undefined };
}

/** Time after which an operation that goes on is reported as being under way. */
const longOperationMs = 12 * hourMs;
/** How far ahead of that time it is known: further than rules are evaluated ahead. */
const soonMs = 3 * hourMs;
/** How long ago a maintenance that was not observed may have come to be reported. */
const newsMs = dayMs;
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
      return;
    }
    const known = this.#open.get(uid) ?? this.#begun({ row, held, before });
    if (known === undefined) return;
    const { operationBefore, maintenanceBefore } = known;
    const isWorkedOn = row.lastOperation?.updatedAt !== operationBefore;
    const open = { ...known, workedOnAt: known.workedOnAt ?? (isWorkedOn ? this.#options.now() : undefined) };
    const isNewMaintenance = row.lastMaintenance?.triggeredAt !== maintenanceBefore;
    if (
      (isNewMaintenance && isMaintenanceRefused(row.lastMaintenance?.failureReason)) ||
      (isWorkedOn && hasEnded(row))
    ) {
      this.#open.delete(uid);
      this.#record(uid, this.#summaryOf(open, head));
    } else {
      this.#open.set(uid, open);
    }
  }

  forget(uid: string): void {
    this.#heads.delete(uid);
    this.#open.delete(uid);
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
    };
  }

  /** A maintenance that came before the cluster was first seen. */
  #missed({ uid, lastMaintenance, ...row }: FleetRow): OpenOperation | undefined {
    const at = parseInstant(lastMaintenance?.triggeredAt);
    if (at === undefined || at < this.#options.now() - newsMs) return undefined;
    const updatedAt = parseInstant(row.lastOperation?.updatedAt);
    const goesOn = updatedAt !== undefined && updatedAt >= at && !hasEnded({ uid, ...row });
    if (goesOn)
      return { before: undefined, operationBefore: undefined, maintenanceBefore: undefined, workedOnAt: updatedAt };
    const head = this.#heads.get(uid);
    const summary = head && this.#reported(unpackObject(head), false);
    if (summary !== undefined) this.#record(uid, { key: keyOf(summary), at, summary });
    return undefined;
  }

  #summaryOf({ before }: OpenOperation, head: CachedObject<Shoot>): SummaryRecord | undefined {
    const summary = before === undefined ? this.#reported(unpackObject(head), true) : this.#observed(before, head);
    if (summary === undefined) return undefined;
    const at = parseInstant(summary.endedAt) ?? this.#options.now();
    return { key: keyOf(summary), at, summary };
  }

  #observed(before: CachedObject<Shoot>, after: CachedObject<Shoot>): OperationSummary | undefined {
    const shoot = shootWithValidTypes(unpackObject(after));
    const rules = rulesOfShoot(shoot, this.#options.gardenFacts());
    const operation = { before: shootWithValidTypes(unpackObject(before)), after: shoot };
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

function keyOf({ cause, begunAt, endedAt }: OperationSummary): string {
  return cause.kind === "maintenance" ? `maintenance ${begunAt}` : `${begunAt} ${endedAt}`;
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
