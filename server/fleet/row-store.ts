import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { scopeIncludesNamespace, type UserScope } from "#server/access/user-scope.ts";
import { ChangeRing, type RingLimits } from "./change-ring.ts";
import { ValuePool } from "./rows/value-pool.ts";

export type RowScope = Pick<UserScope, "all" | "namespaces">;

/** Changes of those rows that a user's scope includes. */
export interface RowChanges {
  /** Complete rows, for clients that may not have them yet. */
  readonly upserts: readonly FleetRow[];
  /** Changed fields of rows that the client already has. */
  readonly updates: readonly RowUpdate[];
  readonly removes: readonly string[];
}

/** Changed fields of one row, in the format of `rowUpdateSchema`. */
export interface RowUpdate {
  readonly uid: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset: readonly string[];
}

/** Fields whose values are not shared between rows, because hardly any are equal: names, and values with timestamps. */
const own = new Set([
  ...["uid", "name", "resourceVersion"],
  ...["forecast", "lastOperation", "lastMaintenance", "rotatedAt"],
]);

/**
 * Stores the cluster list: one row per Shoot of all projects. Rows can only be read with a user's scope. Rows are
 * immutable (a changed row is a new object), and equal values are shared between rows to save memory.
 */
export class RowStore {
  readonly #rows = new Map<string, FleetRow>();
  readonly #pool = new ValuePool();
  /** For each list of field names a row with null values: copying it allocates all fields at once. */
  readonly #blanks = new Map<string, FleetRow>();
  /** Shared arrays of changed field names, by the joined names. */
  readonly #fieldLists = new Map<string, readonly string[]>();
  readonly #byNamespace = new Map<string, Set<string>>();
  readonly #ring: ChangeRing;
  /** Random id of this store: cursors that another process issued contain another id. */
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

  /** When the cause of the first change after change number `clock` was received; undefined if the ring has none. */
  heardAfter(clock: number): number | undefined {
    return this.#ring.heardAfter(clock);
  }

  /**
   * Stores a row; returns whether it differs from the stored one.
   *
   * @param receivedAtMs when the cause of the change was received; defaults to now
   */
  put(row: FleetRow, receivedAtMs?: number): boolean {
    const held = this.#rows.get(row.uid);
    if (held !== undefined && isSameJson(held, row)) return false;
    const stored = this.#compact(row, held);
    this.#rows.set(row.uid, stored);
    const uids = this.#byNamespace.get(row.namespace);
    if (uids === undefined) this.#byNamespace.set(row.namespace, new Set([row.uid]));
    else uids.add(row.uid);
    const fields = held && this.#differing(held, stored);
    this.#ring.touch({ uid: row.uid, namespace: row.namespace, fields }, receivedAtMs);
    return true;
  }

  /** The stored row of the same Shoot, whose values are shared with other rows. */
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
   * Changes after change number `clock`; undefined when it is too old and the client must reload all rows. A client
   * that has rows from another process gets complete rows instead of changed fields.
   */
  changesSince(clock: number, scope: RowScope, isDescribed: "here" | "elsewhere" = "here"): RowChanges | undefined {
    const touched = this.#ring.since(clock);
    if (touched === undefined) return undefined;
    const lacking = new Lacking();
    for (const each of touched)
      if (scopeIncludesNamespace(scope, each.namespace))
        lacking.add(each.uid, isDescribed === "here" ? each.fields : undefined);
    return this.#stateOf(lacking);
  }

  /**
   * Changes for a client whose scope was `before` up to change number `clock` and is `after` now: rows of namespaces
   * that are no longer visible are removed, rows of newly visible ones added, and all others updated.
   */
  changesOfScope(clock: number, before: RowScope, after: RowScope): RowChanges | undefined {
    const touched = this.#ring.since(clock);
    if (touched === undefined) return undefined;
    const kept = new Lacking();
    const lost = new Set<string>();
    for (const { uid, namespace, fields } of touched) {
      if (scopeIncludesNamespace(after, namespace))
        kept.add(uid, scopeIncludesNamespace(before, namespace) ? fields : undefined);
      else if (scopeIncludesNamespace(before, namespace)) lost.add(uid);
    }
    for (const [namespace, uids] of this.#byNamespace) {
      if (scopeIncludesNamespace(before, namespace) === scopeIncludesNamespace(after, namespace)) continue;
      for (const uid of uids) {
        if (scopeIncludesNamespace(after, namespace)) kept.add(uid, undefined);
        else lost.add(uid);
      }
    }
    const { upserts, updates, removes } = this.#stateOf(kept);
    return { upserts, updates, removes: [...removes, ...lost] };
  }

  #rowsOf(namespace: string): readonly FleetRow[] {
    return [...(this.#byNamespace.get(namespace) ?? [])].flatMap((uid) => this.#rows.get(uid) ?? []);
  }

  /** A copy of the row without undefined fields, in which values are shared with other rows and with `held`. */
  #compact(row: FleetRow, held: FleetRow | undefined): FleetRow {
    const [given, before] = [fieldsOf(row), held && fieldsOf(held)];
    const keys = Object.keys(given).filter((key) => given[key] !== undefined);
    const compact = { ...this.#blankOf(keys) };
    const fields: Record<string, unknown> = compact;
    for (const key of keys) {
      const known = before?.[key];
      if (known !== undefined && isSameJson(known, given[key])) fields[key] = known;
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

  /** Names of the changed fields; undefined when the namespace changed. Equal lists are one shared array. */
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

/** What a client is missing, by row: a set of fields, or the complete row when undefined. */
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
