import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { covers, type UserScope } from "../access/user-scope.ts";
import { ChangeRing, type RingLimits } from "./change-ring.ts";

export type RowScope = Pick<UserScope, "all" | "namespaces">;

/** What became of the rows that a scope covers. Rows are JSON texts: each is made once and sent to many. */
export interface RowChanges {
  readonly upserts: readonly string[];
  readonly removes: readonly string[];
}

interface StoredRow {
  readonly json: string;
  readonly namespace: string;
  /** The row as an object, once somebody has asked for it. */
  parsed?: FleetRow;
}

/** The rows of the whole fleet. Reading needs a scope: there is no way to get at a row past it. */
export class RowStore {
  readonly #rows = new Map<string, StoredRow>();
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

  /** True when the row differs from what was there. */
  put(row: FleetRow): boolean {
    const json = JSON.stringify(row);
    if (this.#rows.get(row.uid)?.json === json) return false;
    this.#rows.set(row.uid, { json, namespace: row.namespace });
    const uids = this.#byNamespace.get(row.namespace);
    if (uids === undefined) this.#byNamespace.set(row.namespace, new Set([row.uid]));
    else uids.add(row.uid);
    this.#ring.touch(row.uid, row.namespace);
    return true;
  }

  remove(uid: string): void {
    const row = this.#rows.get(uid);
    if (row === undefined) return;
    this.#rows.delete(uid);
    const uids = this.#byNamespace.get(row.namespace);
    uids?.delete(uid);
    if (uids?.size === 0) this.#byNamespace.delete(row.namespace);
    this.#ring.touch(uid, row.namespace);
  }

  rows(scope: RowScope): readonly string[] {
    if (scope.all) return Array.from(this.#rows.values(), ({ json }) => json);
    return [...scope.namespaces].flatMap((namespace) => this.#rowsOf(namespace));
  }

  /** The rows as objects, for what filters or counts on the server. */
  parsedRows(scope: RowScope): readonly FleetRow[] {
    const rows: FleetRow[] = [];
    for (const row of this.#rows.values()) {
      if (!covers(scope, row.namespace)) continue;
      row.parsed ??= parseRow(row.json);
      rows.push(row.parsed);
    }
    return rows;
  }

  /** Undefined when `clock` is too old (or not ours): then only a whole snapshot will do. */
  changesSince(clock: number, scope: RowScope): RowChanges | undefined {
    const touched = this.#ring.since(clock);
    if (touched === undefined) return undefined;
    const uids = new Set(touched.flatMap(({ uid, namespace }) => (covers(scope, namespace) ? [uid] : [])));
    return this.#stateOf(uids);
  }

  /**
   * What somebody must hear whose scope was `before` up to `clock` and is `after` now: rows of namespaces that were lost
   * go, rows of those that were won come, and what both cover is as it is now.
   */
  changesOfScope(clock: number, before: RowScope, after: RowScope): RowChanges | undefined {
    const touched = this.#ring.since(clock);
    if (touched === undefined) return undefined;
    const kept = new Set<string>();
    const lost = new Set<string>();
    for (const { uid, namespace } of touched) {
      if (covers(after, namespace)) kept.add(uid);
      else if (covers(before, namespace)) lost.add(uid);
    }
    for (const [namespace, uids] of this.#byNamespace) {
      if (covers(before, namespace) === covers(after, namespace)) continue;
      for (const uid of uids) (covers(after, namespace) ? kept : lost).add(uid);
    }
    const { upserts, removes } = this.#stateOf(kept);
    return { upserts, removes: [...removes, ...lost] };
  }

  #rowsOf(namespace: string): readonly string[] {
    return [...(this.#byNamespace.get(namespace) ?? [])].flatMap((uid) => this.#rows.get(uid)?.json ?? []);
  }

  #stateOf(uids: Iterable<string>): RowChanges {
    const upserts: string[] = [];
    const removes: string[] = [];
    for (const uid of uids) {
      const row = this.#rows.get(uid);
      if (row === undefined) removes.push(uid);
      else upserts.push(row.json);
    }
    return { upserts, removes };
  }
}

/** Our own text, made from a row. */
function parseRow(json: string): FleetRow {
  return JSON.parse(json);
}
