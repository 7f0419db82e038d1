import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { covers, type UserScope } from "#server/access/user-scope.ts";
import { ChangeRing, type RingLimits } from "./change-ring.ts";
import { ValuePool } from "./rows/value-pool.ts";

export type RowScope = Pick<UserScope, "all" | "namespaces">;

/** Changes of the rows that a scope covers. */
export interface RowChanges {
  /** Whole rows that the reader may not have yet. */
  readonly upserts: readonly FleetRow[];
  /** Changed fields of rows that the reader has. */
  readonly updates: readonly RowUpdate[];
  readonly removes: readonly string[];
}

/** Matches `rowUpdateSchema`. */
export interface RowUpdate {
  readonly uid: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset: readonly string[];
}

/** Fields with hardly any values in common between rows: names, and values with timestamps. */
const own = new Set([
  ...["uid", "name", "resourceVersion"],
  ...["forecast", "lastOperation", "lastMaintenance", "rotatedAt"],
]);

/**
 * The rows of the whole fleet, with equal values shared. Reading needs a scope; no row can be read without one. Rows
 * are immutable: a changed row is a new object.
 */
export class RowStore {
  readonly #rows = new Map<string, FleetRow>();
  readonly #pool = new ValuePool();
  /** A row with null values per list of keys: spreading it allocates all fields at once. */
  readonly #blanks = new Map<string, FleetRow>();
  /** Lists of changed fields, by their joined names. */
  readonly #fieldLists = new Map<string, readonly string[]>();
  readonly #byNamespace = new Map<string, Set<string>>();
  readonly #ring: ChangeRing;
  /** Identifies this store: cursors of another process or start have another epoch. */
  readonly epoch: string;

  constructor(epoch: string, now: () => number, limits: Partial<RingLimits> = {}) {
    this.epoch = epoch;
    this.#ring = new ChangeRing(now, limits);
  }

  get clock(): number {
    return this.#ring.clock;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** When the cause of the first change after `clock` was received; undefined when none is in the ring. */
  heardAfter(clock: number): number | undefined {
    return this.#ring.heardAfter(clock);
  }

  /**
   * Stores a row; true when it differs from the one before.
   *
   * @param receivedAtMs when the cause was received; defaults to now
   */
  put(row: FleetRow, receivedAtMs?: number): boolean {
    const held = this.#rows.get(row.uid);
    if (held !== undefined && isSame(held, row)) return false;
    const stored = this.#compact(row, held);
    this.#rows.set(row.uid, stored);
    const uids = this.#byNamespace.get(row.namespace);
    if (uids === undefined) this.#byNamespace.set(row.namespace, new Set([row.uid]));
    else uids.add(row.uid);
    const fields = held && this.#differing(held, stored);
    this.#ring.touch({ uid: row.uid, namespace: row.namespace, fields }, receivedAtMs);
    return true;
  }

  /** The stored equivalent of a row, built from shared values. */
  heldFor({ uid }: FleetRow): FleetRow | undefined {
    return this.#rows.get(uid);
  }

  remove(uid: string, receivedAtMs?: number): void {
    const row = this.#rows.get(uid);
    if (row === undefined) return;
    this.#rows.delete(uid);
    const uids = this.#byNamespace.get(row.namespace);
    uids?.delete(uid);
    if (uids?.size === 0) this.#byNamespace.delete(row.namespace);
    this.#ring.touch({ uid, namespace: row.namespace, fields: undefined }, receivedAtMs);
  }

  rows(scope: RowScope): readonly FleetRow[] {
    if (scope.all) return [...this.#rows.values()];
    return [...scope.namespaces].flatMap((namespace) => this.#rowsOf(namespace));
  }

  /**
   * Changes since `clock`; undefined when it is too old (or not ours) and a full snapshot is needed. A reader that got
   * rows from another process may have rows that never existed here, so it gets whole rows.
   */
  changesSince(clock: number, scope: RowScope, isDescribed: "here" | "elsewhere" = "here"): RowChanges | undefined {
    const touched = this.#ring.since(clock);
    if (touched === undefined) return undefined;
    const lacking = new Lacking();
    for (const each of touched)
      if (covers(scope, each.namespace)) lacking.add(each.uid, isDescribed === "here" ? each.fields : undefined);
    return this.#stateOf(lacking);
  }

  /**
   * Changes for a reader whose scope was `before` up to `clock` and is `after` now: rows of lost namespaces are
   * removed, rows of new ones added, and rows in both updated.
   */
  changesOfScope(clock: number, before: RowScope, after: RowScope): RowChanges | undefined {
    const touched = this.#ring.since(clock);
    if (touched === undefined) return undefined;
    const kept = new Lacking();
    const lost = new Set<string>();
    for (const { uid, namespace, fields } of touched) {
      if (covers(after, namespace)) kept.add(uid, covers(before, namespace) ? fields : undefined);
      else if (covers(before, namespace)) lost.add(uid);
    }
    for (const [namespace, uids] of this.#byNamespace) {
      if (covers(before, namespace) === covers(after, namespace)) continue;
      for (const uid of uids) {
        if (covers(after, namespace)) kept.add(uid, undefined);
        else lost.add(uid);
      }
    }
    const { upserts, updates, removes } = this.#stateOf(kept);
    return { upserts, updates, removes: [...removes, ...lost] };
  }

  #rowsOf(namespace: string): readonly FleetRow[] {
    return [...(this.#byNamespace.get(namespace) ?? [])].flatMap((uid) => this.#rows.get(uid) ?? []);
  }

  /** An equal row of shared values, without undefined fields; unchanged values are taken from `held`. */
  #compact(row: FleetRow, held: FleetRow | undefined): FleetRow {
    const [given, before] = [fieldsOf(row), held && fieldsOf(held)];
    const keys = Object.keys(given).filter((key) => given[key] !== undefined);
    const compact = { ...this.#blankOf(keys) };
    const fields: Record<string, unknown> = compact;
    for (const key of keys) {
      const known = before?.[key];
      if (known !== undefined && isSame(known, given[key])) fields[key] = known;
      else fields[key] = own.has(key) ? given[key] : this.#pool.one(given[key]);
    }
    return compact;
  }

  #blankOf(keys: readonly string[]): FleetRow {
    const name = keys.join();
    const known = this.#blanks.get(name);
    if (known !== undefined) return known;
    const blank: FleetRow = JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:null`).join()}}`);
    this.#blanks.set(name, blank);
    return blank;
  }

  /** The names of the changed fields; undefined when the namespace changed. Equal lists share one array. */
  #differing(held: FleetRow, stored: FleetRow): readonly string[] | undefined {
    if (held.namespace !== stored.namespace) return undefined;
    const [before, after] = [fieldsOf(held), fieldsOf(stored)];
    const fields = Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key]);
    const name = fields.join();
    const known = this.#fieldLists.get(name) ?? fields;
    this.#fieldLists.set(name, known);
    return known;
  }

  #stateOf(lacking: Lacking): RowChanges {
    const upserts: FleetRow[] = [];
    const updates: RowUpdate[] = [];
    const removes: string[] = [];
    for (const [uid, fields] of lacking.byUid) {
      const row = this.#rows.get(uid);
      if (row === undefined) removes.push(uid);
      else if (fields === undefined) upserts.push(row);
      else updates.push(updateOf(row, [...fields]));
    }
    return { upserts, updates, removes };
  }
}

/** Missing data of a reader by row: a set of fields, or the whole row when undefined. */
class Lacking {
  readonly byUid = new Map<string, Set<string> | undefined>();

  add(uid: string, fields: readonly string[] | undefined): void {
    const known = this.byUid.get(uid);
    if (fields === undefined || (known === undefined && this.byUid.has(uid))) this.byUid.set(uid, undefined);
    else if (known === undefined) this.byUid.set(uid, new Set(fields));
    else for (const field of fields) known.add(field);
  }
}

function updateOf(row: FleetRow, fields: readonly string[]): RowUpdate {
  const values = fieldsOf(row);
  const isSet = (field: string) => values[field] !== undefined;
  return {
    uid: row.uid,
    set: Object.fromEntries(fields.filter(isSet).map((field) => [field, values[field]])),
    unset: fields.filter((field) => !isSet(field)),
  };
}

function fieldsOf(row: FleetRow): Readonly<Record<string, unknown>> {
  return row;
}
