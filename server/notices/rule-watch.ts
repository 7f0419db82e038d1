import "server-only";
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RuleNotice } from "#lib/contract/notices.ts";
import { fleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { hourMs, minuteMs } from "#lib/kube/time-units.ts";
import type { NoticeBook } from "#lib/view/notices/notice-book.ts";
import { type RuleBook, rulesOf } from "#lib/view/notices/rule-book.ts";
import { noteOwnAct, type RuleFinding, tellNotices } from "#lib/view/notices/tell-notices.ts";
import type { KnownEnds } from "#lib/view/notices/version-ends.ts";
import type { Identity } from "../access/access-reviews.ts";
import { covers, type UserScope } from "../access/user-scope.ts";
import type { Fleet } from "../fleet/fleet.ts";
import { listPages } from "../garden/list-pages.ts";
import { findConfigMap } from "../kept/change-config-map.ts";
import type { OwnKeeping } from "../kept/own-keeping.ts";
import type { Clock } from "../watch/clock.ts";
import { BegunActs } from "./begun-acts.ts";
import {
  changeNoticeBook,
  markOf,
  noticeBookOf,
  noticesTarget,
  ruleBookOf,
  rulesLabel,
  rulesTarget,
} from "./notice-places.ts";
import { WatchedRule } from "./watched-rule.ts";

export interface RuleWatchOptions {
  readonly fleet: Fleet;
  readonly keeping: OwnKeeping;
  /** What somebody who is not here may see now, asked of the garden. */
  readonly scopeOf: (identity: Identity) => Promise<UserScope>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A person with rules. */
interface Owner {
  readonly book: RuleBook;
  readonly version: string;
  readonly rules: readonly WatchedRule[];
  /** What was told, as it was read or written last. */
  told: NoticeBook | undefined;
  ends: KnownEnds;
  /** Rights as they were asked last. They decide what is looked at, never what is told. */
  scope: { readonly is: UserScope; readonly askedAt: number } | undefined;
  /** Up to which change of the fleet the rules were read. */
  clock: number | undefined;
  wholeAt: number;
}

const everything = { all: true, namespaces: new Set<string>() };
const checkEveryMs = 10_000;
const pageSize = 500;
/** More people with rules than that are not watched for, and the log says so. */
const mostOwners = 2_000;
/** Filters may depend on the time of day: all rows are held against them this often. */
const wholeEveryMs = hourMs;
const sliceSize = 500;

/**
 * Holds the rules of everybody against the rows that have changed. What a rule finds is told once, because what was told is
 * kept beside the notices in one object, which is written bound to the version that was read. Before anything is told the
 * garden is asked what the rule's owner may see now; where it gives no answer nothing is told, and the next check asks anew.
 */
export class RuleWatch {
  readonly #options: RuleWatchOptions;
  readonly #acts = new BegunActs();
  #owners: ReadonlyMap<string, Owner> = new Map();
  #running: Promise<void> = Promise.resolve();
  #cancel: () => void = () => undefined;
  #stopped = false;

  constructor(options: RuleWatchOptions) {
    this.#options = options;
  }

  /** Checks again and again until it is stopped. */
  start(): void {
    this.#cancel = this.#options.clock.startTimer(checkEveryMs, () => {
      void this.check().then(() => {
        if (!this.#stopped) this.start();
      });
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#running;
  }

  /**
   * One check after another; never rejects.
   *
   * @param only the one person whose rules are checked; everybody's, where nobody is named
   */
  check(only?: string): Promise<void> {
    this.#running = this.#running
      .then(() => this.#check(only))
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, "the watch rules could not be checked");
      });
    return this.#running;
  }

  /**
   * What this person does is no news to them. Awaited before it is done, so that no replica tells it first; and their rules
   * are read anew, for another replica may have been told of one a moment ago.
   */
  async noteOwnAct(owner: string, uid: string): Promise<void> {
    const { keeping, clock, log } = this.#options;
    const at = clock.wallMs();
    try {
      const kept = await findConfigMap({ client: keeping.client, target: rulesTarget(keeping, owner) });
      const book = kept && ruleBookOf(kept);
      if (book === undefined || !rulesOf(book).some(({ off, events }) => !off && events.others)) return;
      await changeNoticeBook(keeping, owner, (told) => ({
        book: noteOwnAct(told, { uid, at }),
        value: undefined,
      }));
      const known = [...this.#owners.values()].find((each) => each.book.owner.name === owner);
      if (known !== undefined) known.told = undefined;
    } catch (error) {
      log.warn({ err: error }, "an act could not be noted: a rule may report it to the person who did it");
    }
  }

  async #check(only: string | undefined): Promise<void> {
    const { fleet, log } = this.#options;
    // What was not read, or not lately, says nothing.
    if (this.#stopped || !fleet.isSettled() || fleet.freshness().state !== "live") return;
    this.#acts.look(fleet.store, this.#options.clock.wallMs());
    this.#owners = await this.#readOwners();
    for (const owner of this.#owners.values()) {
      if (this.#stopped) return;
      if (only !== undefined && owner.book.owner.name !== only) continue;
      try {
        await this.#checkOwner(owner);
      } catch (error) {
        log.warn({ err: error }, "the watch rules of somebody could not be checked; they are tried again");
      }
    }
  }

  async #readOwners(): Promise<ReadonlyMap<string, Owner>> {
    const { keeping, log } = this.#options;
    const owners = new Map<string, Owner>();
    const collection = { resource: configMaps, namespace: keeping.namespace };
    const asked = { labelSelector: `${rulesLabel}=own`, limit: pageSize };
    for await (const page of listPages(keeping.client, collection, asked)) {
      for (const kept of page.items ?? []) {
        const { name = "", resourceVersion = "" } = kept.metadata;
        const known = this.#owners.get(name);
        const owner = known?.version === resourceVersion ? known : newOwner(ruleBookOf(kept), resourceVersion);
        if (owner !== undefined) owners.set(name, owner);
      }
      if (owners.size >= mostOwners) {
        if (page.metadata.continue)
          log.warn({ owners: owners.size }, "more people have watch rules than are watched for");
        break;
      }
    }
    return owners;
  }

  async #checkOwner(owner: Owner): Promise<void> {
    if (owner.rules.length === 0) return;
    const { keeping, clock } = this.#options;
    const name = owner.book.owner.name;
    if (owner.told === undefined) {
      const kept = await findConfigMap({ client: keeping.client, target: noticesTarget(keeping, name) });
      owner.told = noticeBookOf(kept, name);
      if (owner.told === undefined) return;
      if (Object.keys(owner.ends).length === 0) owner.ends = owner.told.ends;
    }
    await this.#readRows(owner);
    const now = clock.wallMs();
    const isOld = owner.scope === undefined || now - owner.scope.askedAt >= minuteMs;
    const scope = isOld ? await this.#askScope(owner) : owner.scope;
    if (scope === undefined || this.#tell(owner, owner.told, scope.is).book === owner.told) return;
    // There is something to tell: now the garden's word counts, not what was remembered.
    const fresh = isOld ? scope : await this.#askScope(owner);
    owner.told = undefined;
    const notices = await changeNoticeBook(keeping, name, (before) => {
      const told = this.#tell(owner, before, fresh.is);
      owner.told = told.book;
      return { book: told.book, value: told.notices };
    });
    this.#note(notices);
  }

  #tell(owner: Owner, book: NoticeBook, scope: UserScope) {
    const now = this.#options.clock.wallMs();
    const findings: readonly RuleFinding[] = owner.rules.map((rule) =>
      rule.findingAt(now, (namespace) => covers(scope, namespace)),
    );
    return tellNotices(book, findings, {
      now,
      digest: markOf,
      newId: () => randomBytes(6).toString("hex"),
      ends: isSame(book.ends, owner.ends) ? undefined : owner.ends,
    });
  }

  async #askScope(owner: Owner) {
    const is = await this.#options.scopeOf(owner.book.owner);
    const scope = { is, askedAt: this.#options.clock.wallMs() };
    owner.scope = scope;
    return scope;
  }

  /** Holds the rules against what has changed since, or now and then against everything. */
  async #readRows(owner: Owner): Promise<void> {
    const { fleet, clock } = this.#options;
    const { store } = fleet;
    const at = store.clock;
    const now = clock.wallMs();
    const since = now - owner.wholeAt < wholeEveryMs ? owner.clock : undefined;
    const changes = since === undefined ? undefined : store.changesSince(since, everything, "elsewhere");
    if (changes === undefined) owner.wholeAt = now;
    const rows = changes?.upserts ?? store.rows(everything);
    for (const rule of owner.rules) rule.forget(changes?.removes ?? []);
    await this.#readInSlices(owner, rows);
    owner.clock = at;
  }

  async #readInSlices(owner: Owner, rows: readonly FleetRow[]): Promise<void> {
    const { clock } = this.#options;
    const context = fleetContext(clock.wallMs());
    for (let begin = 0; begin < rows.length; begin += sliceSize) {
      if (begin > 0) await clock.yieldToLoop();
      const slice = rows.slice(begin, begin + sliceSize);
      for (const rule of owner.rules) owner.ends = rule.read(slice, owner.ends, { context, acts: this.#acts });
    }
  }

  /** How many, and of what: neither whose nor of which cluster. */
  #note(notices: readonly RuleNotice[]): void {
    for (const { event, lines, more } of notices) {
      this.#options.log.info({ event, clusters: lines.length + more }, "a watch rule has told something");
    }
  }
}

function newOwner(book: RuleBook | undefined, version: string): Owner | undefined {
  if (book === undefined) return undefined;
  const rules = rulesOf(book).flatMap((rule) => (rule.off ? [] : [new WatchedRule(rule)]));
  return { book, version, rules, told: undefined, ends: {}, scope: undefined, clock: undefined, wholeAt: 0 };
}
