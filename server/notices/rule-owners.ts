import "server-only";
import type { Logger } from "pino";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { listPages } from "#server/garden/list-pages.ts";
import { TimeSlices } from "#server/processor-time/time-slices.ts";
import { findConfigMap } from "#server/storage/document-store.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";
import { parseRuleConfigMap, rulesLabel, rulesTarget } from "./notice-document-stores.ts";
import { WatchedRuleOwner } from "./rule-owner.ts";
import { maxWatchedOwners, selectWatchedOwners } from "./select-watched-owners.ts";

/** Small, since a page is parsed without a pause and a ConfigMap with rules can have a hundred kilobytes. */
const pageSize = 50;
/** Maximum of users whose rules are read. */
const mostBooks = 20_000;
/** Interval after which other users' rules are evaluated, when there are too many for all. */
const turnMs = hourMs / 4;

/** A ConfigMap with watch rules: its version and owner. */
interface SeenBook {
  readonly version: string;
  readonly owner: string;
}

/** All users with watch rules. The rules themselves are in memory only for users whose rules are evaluated. */
export class RuleOwners {
  readonly #keeping: PersonalDataStorage;
  readonly #log: Logger;
  #books: ReadonlyMap<string, SeenBook> = new Map();
  #owners: ReadonlyMap<string, WatchedRuleOwner> = new Map();
  /** ConfigMaps that were read separately since the last complete read began, which may return older versions. */
  readonly #newer = new Set<string>();

  constructor(keeping: PersonalDataStorage, log: Logger) {
    this.#keeping = keeping;
    this.#log = log;
  }

  /** Number of users whose rules are evaluated. */
  get size(): number {
    return this.#owners.size;
  }

  /** Users whose rules are evaluated, those who were not tried for the longest time first. */
  get watched(): readonly WatchedRuleOwner[] {
    return [...this.#owners.values()].sort((a, b) => a.triedAt - b.triedAt);
  }

  /** Number of users with rules that are not evaluated at the moment. */
  get waiting(): number {
    return this.#books.size - this.#owners.size;
  }

  find(owner: string): WatchedRuleOwner | undefined {
    return this.#owners.get(this.#keyOf(owner));
  }

  /** Whether a user has rules that are not evaluated at the moment. */
  isWaiting(owner: string): boolean {
    const key = this.#keyOf(owner);
    return this.#books.has(key) && !this.#owners.has(key);
  }

  /** Reads the rules of all users, and selects the users whose rules are evaluated. */
  async refresh(now: number): Promise<void> {
    this.#newer.clear();
    const books = new Map<string, SeenBook>();
    const changed = new Map<string, KubeObject>();
    const collection = { resource: configMaps, namespace: this.#keeping.namespace };
    const asked = { labelSelector: `${rulesLabel}=own`, limit: pageSize };
    const slices = new TimeSlices();
    for await (const page of listPages(this.#keeping.client, collection, asked)) {
      for (const kept of page.items ?? []) {
        await slices.pause();
        const { name = "", resourceVersion: version = "" } = kept.metadata;
        const known = this.#books.get(name);
        const isKnown = known?.version === version && this.#owners.get(name)?.version === version;
        const owner = known?.version === version ? known.owner : parseRuleConfigMap(kept)?.owner.name;
        if (owner === undefined) continue;
        books.set(name, { version, owner });
        if (!isKnown) changed.set(name, kept);
      }
      if (books.size >= mostBooks) {
        this.#log.warn({ books: books.size }, "more people have watch rules than are looked through");
        break;
      }
    }
    slices.end();
    for (const name of this.#newer) {
      const book = this.#books.get(name);
      if (book === undefined) books.delete(name);
      else books.set(name, book);
    }
    const chosen = selectWatchedOwners(
      [...books.values()].map(({ owner }) => owner),
      Math.floor(now / turnMs),
    );
    const owners = new Map<string, WatchedRuleOwner>();
    for (const [name, { owner, version }] of books) {
      if (!chosen.has(owner)) continue;
      const known = this.#owners.get(name);
      const kept = changed.get(name);
      const isKnown = known?.version === version || kept === undefined || this.#newer.has(name);
      const next = isKnown ? known : ownerOf(kept, known);
      if (next !== undefined) owners.set(name, next);
    }
    if (books.size > owners.size)
      this.#log.warn({ watched: owners.size, waiting: books.size - owners.size }, "not all watch rules are watched");
    this.#books = books;
    this.#owners = owners;
  }

  /** Reads the rules of one user. Undefined when there are none, or when they are not evaluated at the moment. */
  async refreshOne(owner: string): Promise<WatchedRuleOwner | undefined> {
    const target = rulesTarget(this.#keeping, owner);
    const kept = await findConfigMap({ client: this.#keeping.client, target });
    const version = kept?.metadata.resourceVersion ?? "";
    const known = this.#owners.get(target.name);
    const hasRoom = known !== undefined || this.#owners.size < maxWatchedOwners;
    const next = known?.version === version ? known : kept && ownerOf(kept, known);
    this.#newer.add(target.name);
    const [books, owners] = [new Map(this.#books), new Map(this.#owners)];
    if (next === undefined) books.delete(target.name);
    else books.set(target.name, { version, owner });
    if (next === undefined || !hasRoom) owners.delete(target.name);
    else owners.set(target.name, next);
    this.#books = books;
    this.#owners = owners;
    return hasRoom ? next : undefined;
  }

  #keyOf(owner: string): string {
    return rulesTarget(this.#keeping, owner).name;
  }
}

function ownerOf(kept: KubeObject, before: WatchedRuleOwner | undefined): WatchedRuleOwner | undefined {
  const book = parseRuleConfigMap(kept);
  return book && new WatchedRuleOwner(book, kept.metadata.resourceVersion ?? "", before);
}
