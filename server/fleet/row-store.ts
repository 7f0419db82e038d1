import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { covers, type UserScope } from "#server/access/user-scope.ts";
import { ChangeRing, type RingLimits } from "./change-ring.ts";
import { ValuePool } from "./rows/value-pool.ts";

export type RowScope = Pick<UserScope, "all" | "namespaces">;

/** What became of the rows that a scope covers. */
export interface RowChanges {
  /** Rows that a reader may not have. */
  readonly upserts: readonly FleetRow[];
  /** Of rows that a reader has, what is not as it was. */
  readonly updates: readonly RowUpdate[];
  readonly removes: readonly string[];
}

/** As `rowUpdateSchema` has it. */
export interface RowUpdate {
  readonly uid: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset: readonly string[];
}

/** What hardly any row has in common with another: names, and what has times of its own. */
const own = new Set([
  ...["uid", "name", "resourceVersion"],
  ...["forecast", "lastOperation", "lastMaintenance", "rotatedAt"],
]);

/**
 * The rows of the whole fleet, in which what several say stands once. Reading needs a scope: there is no way to get at a
 * row past it. A row that was given out never changes: there is another one in its place.
 */
export class RowStore {
  readonly #rows = new Map<string, FleetRow>();
  readonly #pool = new ValuePool();
  /** A row with no values for each list of keys: a copy has room for its values from the beginning. */
  readonly #blanks = new Map<string, FleetRow>();
  /** Fields that differed together, by their names. */
  readonly #fieldLists = new Map<string, readonly string[]>();
  readonly #byNamespace = new Map<string, Set<string>>();
  readonly #ring: ChangeRing;
  /** Names this store: a cursor of another process or another start means nothing here. */
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

  /** When the cause of the first change after `clock` was heard; undefined when there is none that is remembered. */
  heardAfter(clock: number): number | undefined {
    return this.#ring.heardAfter(clock);
  }

  /**
   * True when the row differs from what was there.
   *
   * @param receivedAtMs when the cause was heard; now, where nobody says
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

  /** The row that is held for one that was put: it says the same, in values that rows share. */
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
   * Undefined when `clock` is too old (or not ours): then only a whole snapshot will do. Whoever was told of rows by
   * another process may hold what was never so here: rows come whole then.
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
   * What somebody must hear whose scope was `before` up to `clock` and is `after` now: rows of namespaces that were lost
   * go, rows of those that were won come, and what both cover is as it is now.
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

  /** An equal row of shared values, without fields that are undefined; what is as it was is taken from `held`. */
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

  /** The fields by which they differ; undefined when the row is another's. One list for all that differ alike. */
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

/** What a reader lacks of each row: some fields, or, where that is undefined, all of it. */
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
