import "server-only";
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RuleNotice } from "#lib/contract/notices.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";
import type { NoticeDocument } from "#lib/notices/notice-document.ts";
import {
  maxEventsPerRule,
  type NoticeReportInput,
  type RuleOccurrences,
  recordOwnAct,
  reportNotices,
} from "#lib/notices/report-notices.ts";
import { watchRulesOf } from "#lib/notices/rule-document.ts";
import type { UserIdentity } from "#server/access/access-reviews.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import { scopeIncludesNamespace, type UserScope } from "#server/access/user-scope.ts";
import type { Fleet } from "#server/fleet/fleet.ts";
import { currentProcessorTimeBudget } from "#server/processor-time/processor-time-budget.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { findDocument, updateDocument } from "#server/storage/document-store.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";
import type { ServerClock } from "#server/watch/clock.ts";
import { AnnouncedToRules, type AnnouncementSource } from "./announced-to-rules.ts";
import { BegunClusterActions } from "./begun-cluster-actions.ts";
import { noticeDocumentStore, ruleDocumentStore, shortDigest, updateNoticeDocument } from "./notice-document-stores.ts";
import type { WatchedRuleOwner } from "./rule-owner.ts";
import { RuleOwners } from "./rule-owners.ts";
import { UnusedProjects } from "./unused-projects.ts";
import { describeUnwatchedRules, describeWaitingRules } from "./unwatched-reasons.ts";
import { fullEvaluationIntervalMs, type RuleEvaluationContext, type WatchedRule } from "./watched-rule.ts";

export interface WatchRuleEvaluatorOptions {
  readonly fleet: Fleet;
  readonly directory: Pick<ProjectDirectory, "all">;
  readonly announcements: AnnouncementSource;
  readonly keeping: PersonalDataStorage;
  /** Reads the current scope of a user from the garden, without a session of that user. */
  readonly scopeOf: (identity: UserIdentity) => Promise<UserScope>;
  /** Runs a check of a user's rules and charges its processor time to that user. */
  readonly charged: <Done>(userName: string, check: () => Promise<Done>) => Promise<Done>;
  readonly clock: ServerClock;
  readonly log: Logger;
}

const checkEveryMs = 10_000;
/** Maximum of users whose rules are checked concurrently. A check mostly waits for the garden's API server. */
const ownersAtOnce = 4;
/** Maximum scope reads per second. A user's scope is read again after a minute, or later if many users have rules. */
const asksPerSecond = 10;
/** Maximum duration of a check of all users who were checked before; the next one begins with those not reached. */
const longestRoundMs = minuteMs;
/**
 * Time per round for users who were not checked since the start. Theirs takes longer, since their notices and
 * permissions are read first; meanwhile the others wait.
 */
const firstChecksMs = 10_000;

/**
 * Evaluates the watch rules of all users whenever clusters change. What a rule finds is reported once, because reported
 * findings are stored with the notices. Before a notice is made, the owner's permissions are read again; if that fails,
 * nothing is reported until the next check.
 */
export class WatchRuleEvaluator {
  readonly #options: WatchRuleEvaluatorOptions;
  readonly #acts = new BegunClusterActions();
  readonly #announced: AnnouncedToRules;
  readonly #owners: RuleOwners;
  readonly #startedAt: number;
  #unusedProjects = UnusedProjects.none;
  #running: Promise<void> = Promise.resolve();
  #cancel: () => void = () => undefined;
  #stopped = false;
  /** Whether the last round ended before all users had their first check. */
  #hasFirstChecksLeft = false;

  constructor(options: WatchRuleEvaluatorOptions) {
    this.#options = options;
    this.#announced = new AnnouncedToRules(options.announcements, options.log);
    this.#owners = new RuleOwners(options.keeping, options.log);
    this.#startedAt = options.clock.wallMs();
  }

  /** Checks periodically until stopped. */
  start(): void {
    const pauseMs = this.#hasFirstChecksLeft ? 0 : checkEveryMs;
    this.#cancel = this.#options.clock.startTimer(pauseMs, () => {
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

  /** Checks the rules of all users. Concurrent calls wait for each other; never rejects. */
  check(): Promise<void> {
    this.#running = this.#running
      .then(() => this.#round())
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, "the watch rules could not be checked");
      });
    return this.#running;
  }

  /** Checks the rules of one user immediately, even while all users are being checked. Never rejects. */
  async checkOne(name: string): Promise<void> {
    if (!this.#mayCheck()) return;
    try {
      await this.#look();
      const owner = await this.#owners.refreshOne(name);
      if (owner !== undefined) await this.#checkInTurn(owner);
    } catch (error) {
      this.#options.log.warn({ err: error }, "the watch rules of somebody could not be checked; they are tried again");
    }
  }

  /** Sentences for a user whose rules are not evaluated, or were not for a while. */
  unwatchedOf(name: string): readonly string[] {
    if (this.#owners.isWaiting(name)) {
      const { size: watched, waiting } = this.#owners;
      return [describeWaitingRules({ watched, people: watched + waiting })];
    }
    const owner = this.#owners.find(name);
    return owner === undefined ? [] : describeUnwatchedRules(owner, this.#lateOf(owner));
  }

  get figures() {
    const { watched, waiting } = this.#owners;
    const oldest = watched.reduce((most, owner) => Math.max(most, this.#lateOf(owner)), 0);
    return { watched: watched.length, waiting, oldestSeconds: oldest / 1000 };
  }

  #lateOf({ checkedAt = this.#startedAt }: WatchedRuleOwner): number {
    return Math.max(0, this.#options.clock.wallMs() - checkedAt);
  }

  /**
   * Records a user's own action on a cluster, about which no notice is made for that user. Await it before the action,
   * so that no replica is faster. Rules are read again, since another replica may just have stored a new one.
   */
  async noteOwnAct(owner: string, uid: string): Promise<void> {
    const { keeping, clock, log } = this.#options;
    const at = clock.wallMs();
    try {
      const book = await findDocument(ruleDocumentStore(keeping, { name: owner, groups: [] }));
      if (book === undefined || !watchRulesOf(book).some(({ off, events }) => !off && events.others)) return;
      await updateNoticeDocument(keeping, owner, (told) => recordOwnAct(told, { uid, at }));
      const known = this.#owners.find(owner);
      if (known !== undefined) forgetTold(known);
    } catch (error) {
      log.warn({ err: error }, "an act could not be noted: a rule may report it to the person who did it");
    }
  }

  /** Whether all clusters are known and up to date; stale data must not lead to notices. */
  #mayCheck(): boolean {
    const { fleet } = this.#options;
    return !this.#stopped && fleet.isSettled() && fleet.freshness().state === "live";
  }

  /** Reads what the rules of all users need besides clusters. */
  async #look(): Promise<void> {
    const { fleet, clock, directory } = this.#options;
    this.#unusedProjects = await this.#unusedProjects.refreshed(directory);
    await this.#acts.look(fleet.store, clock.wallMs());
    await this.#announced.look();
  }

  async #round(): Promise<void> {
    const { clock } = this.#options;
    this.#hasFirstChecksLeft = false;
    if (!this.#mayCheck()) return;
    await this.#look();
    await this.#owners.refresh(clock.wallMs());
    const { watched } = this.#owners;
    await this.#checkAll(
      watched.filter(({ checkedAt }) => checkedAt !== undefined),
      longestRoundMs,
    );
    const first = watched.filter(({ checkedAt }) => checkedAt === undefined);
    this.#hasFirstChecksLeft = !(await this.#checkAll(first, firstChecksMs));
  }

  /** @returns whether all of them were reached within the time */
  async #checkAll(owners: readonly WatchedRuleOwner[], withinMs: number): Promise<boolean> {
    const { clock, log } = this.#options;
    const endsAt = clock.monotonicMs() + withinMs;
    const queue = owners.values();
    let isComplete = true;
    const work = async () => {
      for (const owner of queue) {
        if (this.#stopped || clock.monotonicMs() >= endsAt) {
          isComplete = false;
          return;
        }
        try {
          await this.#checkInTurn(owner, () => currentProcessorTimeBudget()?.begin() ?? true);
        } catch (error) {
          log.warn({ err: error }, "the watch rules of somebody could not be checked; they are tried again");
        }
      }
    };
    await Promise.all(Array.from({ length: ownersAtOnce }, work));
    return isComplete;
  }

  /** @param isAllowed called when the check's turn comes */
  #checkInTurn(owner: WatchedRuleOwner, isAllowed = () => true): Promise<void> {
    const { charged } = this.#options;
    const turn = async () => {
      if (isAllowed()) await this.#checkOwner(owner);
    };
    const check = owner.running.then(() => charged(owner.identity.name, turn));
    owner.running = check.catch(() => undefined);
    return check;
  }

  async #checkOwner(owner: WatchedRuleOwner): Promise<void> {
    const { keeping, clock } = this.#options;
    const { name } = owner.identity;
    const beganAt = clock.wallMs();
    owner.triedAt = beganAt;
    if (owner.rules.length > 0) {
      if (owner.told === undefined) {
        const told = await findDocument(noticeDocumentStore(keeping, name));
        if (told === undefined) return;
        if (Object.keys(owner.learned.ends).length === 0) owner.learned.ends = told.ends;
        owner.told = remembered(told);
      }
      const { is, isFresh } = await this.#scopeOf(owner);
      // Findings that could not be reported are tried again even if no cluster changes.
      const hasRowNews = await this.#readRows(owner, is);
      const hasProjectNews = await this.#readProjects(owner, is);
      const rows = () => this.#options.fleet.store.rows(is);
      const hasAnnouncements = await this.#announced.readFor(owner, { rowsKey: is.rowsKey, rows, now: beganAt });
      if (hasProjectNews || hasRowNews || hasAnnouncements) owner.quietUntil = Number.NEGATIVE_INFINITY;
      if (beganAt >= owner.quietUntil) await this.#notifyOwner(owner, owner.told, { is, isFresh });
    }
    owner.checkedAt = beganAt;
  }

  async #scopeOf(owner: WatchedRuleOwner): Promise<{ readonly is: UserScope; readonly isFresh: boolean }> {
    const ageMs = Math.max(minuteMs, (this.#owners.size * 1000) / asksPerSecond);
    const { scope } = owner;
    if (scope !== undefined && this.#options.clock.wallMs() - scope.askedAt < ageMs) {
      return { is: scope.is, isFresh: false };
    }
    return { is: await this.#askScope(owner), isFresh: true };
  }

  async #notifyOwner(
    owner: WatchedRuleOwner,
    told: NoticeDocument,
    { is, isFresh }: { readonly is: UserScope; readonly isFresh: boolean },
  ): Promise<void> {
    const now = this.#options.clock.wallMs();
    const digest = await this.#digests(owner, now);
    if (this.#tell(owner, told, { scope: is, digest }).book !== told) {
      // There is something to report, so the user's permissions are read again.
      const fresh = isFresh ? is : await this.#askScope(owner);
      forgetTold(owner);
      const place = noticeDocumentStore(this.#options.keeping, owner.identity.name);
      const notices = await updateDocument(place, (before) => {
        const { book, notices } = this.#tell(owner, before, { scope: fresh, digest });
        owner.told = remembered(book);
        return { book, value: notices };
      });
      this.#note(notices);
    }
    owner.quietUntil = Math.min(...owner.rules.map((rule) => rule.turnAfter(now)));
  }

  /** Short hashes of the keys of all findings, computed in slices: twenty rules can have twenty thousand findings. */
  async #digests(owner: WatchedRuleOwner, now: number): Promise<NoticeReportInput["digest"]> {
    const digest = memoizePerKey(2 * maxEventsPerRule * Math.max(1, owner.rules.length), shortDigest);
    await forEachInTimeSlices(owner.rules, (rule) => {
      for (const { occurrence } of rule.findingAt(now, () => true).holds) digest(occurrence.key);
    });
    return digest;
  }

  #tell(
    owner: WatchedRuleOwner,
    book: NoticeDocument,
    { scope, digest }: { readonly scope: UserScope; readonly digest: NoticeReportInput["digest"] },
  ) {
    const now = this.#options.clock.wallMs();
    const { ends } = owner.learned;
    const findings: readonly RuleOccurrences[] = owner.rules.map((rule) =>
      rule.findingAt(now, (namespace) => scopeIncludesNamespace(scope, namespace)),
    );
    return reportNotices(book, findings, {
      now,
      digest,
      newId: () => randomBytes(6).toString("hex"),
      ends: isSameJson(book.ends, ends) ? undefined : ends,
    });
  }

  async #askScope(owner: WatchedRuleOwner): Promise<UserScope> {
    const is = await this.#options.scopeOf(owner.identity);
    owner.scope = { is, askedAt: this.#options.clock.wallMs() };
    return is;
  }

  /**
   * Evaluates a user's rules for changed clusters that the user can see, and once per hour for all of them.
   *
   * @returns whether a cluster was evaluated or removed
   */
  async #readRows(owner: WatchedRuleOwner, scope: UserScope): Promise<boolean> {
    const { store, summaries } = this.#options.fleet;
    const clock = store.clock;
    const now = this.#options.clock.wallMs();
    const since = owner.read?.rowsKey === scope.rowsKey ? owner.read.clock : undefined;
    const changes = since === undefined ? undefined : store.changesSince(since, scope, "elsewhere");
    const isDue = ({ wholeAt }: WatchedRule) => wholeAt === undefined || now - wholeAt >= fullEvaluationIntervalMs;
    const whole = owner.rules.filter((rule) => changes === undefined || isDue(rule));
    const reading = { context: createFleetContext(now), acts: this.#acts, summaries, learned: owner.learned };
    const upserts = changes?.upserts ?? [];
    for (const rule of whole) rule.begin();
    // Iterates over clusters first and rules second, so that values which several rules use are computed once.
    if (whole.length > 0) await forEachInTimeSlices(store.rows(scope), readBy(whole, reading));
    await forEachInTimeSlices(whole, (rule) => rule.finish(now));
    const others = owner.rules.filter((rule) => !whole.includes(rule));
    for (const rule of others) rule.forget(changes?.removes ?? []);
    if (upserts.length > 0 && others.length > 0) await forEachInTimeSlices(upserts, readBy(others, reading));
    owner.read = { clock, rowsKey: scope.rowsKey };
    return whole.length > 0 || upserts.length > 0 || (changes?.removes.length ?? 0) > 0;
  }

  /**
   * Evaluates a user's rules for the unused projects that the user sees, if these have changed, and once per hour.
   *
   * @returns whether anything changed
   */
  async #readProjects(owner: WatchedRuleOwner, scope: UserScope): Promise<boolean> {
    const unused = this.#unusedProjects;
    const now = this.#options.clock.wallMs();
    const before = owner.readProjects;
    const isDue = before === undefined || now - before.at >= fullEvaluationIntervalMs;
    if (!isDue && before.unused === unused && before.rowsKey === scope.rowsKey) return false;
    const visible = unused.visibleTo(scope);
    let isNew = false;
    for (const rule of owner.rules) if (await rule.readProjects(visible, now)) isNew = true;
    owner.readProjects = { unused, rowsKey: scope.rowsKey, at: now };
    return isNew;
  }

  /** Logs which events were reported and how often, but neither users nor clusters. */
  #note(notices: readonly RuleNotice[]): void {
    for (const { event, lines, more } of notices) {
      this.#options.log.info({ event, clusters: lines.length + more }, "a watch rule has told something");
    }
  }
}

function readBy(rules: readonly WatchedRule[], reading: RuleEvaluationContext): (row: FleetRow) => void {
  const readers = rules.map((rule) => rule.reader(reading));
  return (row) => {
    for (const read of readers) read(row);
  };
}

/** Forgets what was reported, so that it is read again before the next report. */
function forgetTold(owner: WatchedRuleOwner): void {
  owner.told = undefined;
  owner.quietUntil = Number.NEGATIVE_INFINITY;
}

/** What is needed to tell new findings from reported ones; the notices themselves are dropped to save memory. */
function remembered(book: NoticeDocument): NoticeDocument {
  return { ...book, notices: [], deliveries: [], unknown: [], rest: {} };
}
