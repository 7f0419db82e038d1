import "server-only";
import type { Logger } from "pino";
import type { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { isLanguage, sourceLanguage } from "#lib/language/languages.ts";
import {
  dueMessages,
  giveUpOld,
  type Message,
  type Outcome,
  oldestWaitMs,
  restsUntil,
  settleMessage,
} from "#lib/notices/deliveries.ts";
import { destinationsOf, type StoredDestination } from "#lib/notices/destination-book.ts";
import type { NoticeBook } from "#lib/notices/notice-book.ts";
import type { RuleBook } from "#lib/notices/rule-book.ts";
import type { Identity } from "#server/access/access-reviews.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { speakIn } from "#server/language/speak.ts";
import { changeNoticeBook, rulesPlace } from "#server/notices/notice-places.ts";
import { seenNotices } from "#server/notices/seen-notices.ts";
import { findBook } from "#server/storage/change-book.ts";
import type { OwnKeeping } from "#server/storage/own-keeping.ts";
import type { Clock } from "#server/watch/clock.ts";
import type { DeliveryMeans } from "./delivery-means.ts";
import type { FairSlots } from "./fair-slots.ts";

export interface OwnerDeliveriesOptions {
  readonly keeping: OwnKeeping;
  readonly means: DeliveryMeans;
  /** What somebody who is not here may see now, asked of the garden. */
  readonly scopeOf: (identity: Identity) => Promise<UserScope>;
  /** What the pages of the garden begin with. */
  readonly url: string | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  /** Counts what came of each attempt. */
  readonly count: (kind: StoredDestination["kind"], result: Outcome["kind"]) => void;
}

/** What all owners share. */
export interface SharedMeans {
  /** Whether this replica is still the one that sends. */
  readonly mayGoOn: () => boolean;
  /** For questions to the garden: of how many owners it is found out at once what is due. */
  readonly reading: ConcurrencyLimit;
  /** For what goes to receivers. */
  readonly sending: FairSlots;
}

/** One destination is sent to for so long, and begins no other message after that before others had their turn. */
const shareMs = 5 * secondMs;
/** Of whom nothing is due is not asked sooner than this, unless they are told something: a digest may be so late. */
const restMs = 30 * secondMs;

interface Sent {
  readonly message: Message;
  readonly outcome: Outcome;
}

/** What waits to be sent to one person: each of their destinations on its own, so that none waits for another. */
export class OwnerDeliveries {
  readonly #owner: string;
  readonly #options: OwnerDeliveriesOptions;
  readonly #shared: SharedMeans;
  /** What was sent, and could not be marked. It is marked before anything else is sent. */
  #unmarked: readonly Sent[] = [];
  #marking: Promise<unknown> = Promise.resolve();
  #visit: Promise<void> | undefined;
  /** By destination: what is under way. */
  readonly #lanes = new Map<string, Promise<void>>();
  /** Nothing was due in this version of the notices. */
  #rest: { readonly version: string | undefined; readonly untilMs: number } | undefined;
  /** Epoch milliseconds: since when the oldest is due. */
  #dueSince = Number.POSITIVE_INFINITY;

  constructor(owner: string, options: OwnerDeliveriesOptions, shared: SharedMeans) {
    this.#owner = owner;
    this.#options = options;
    this.#shared = shared;
  }

  /** Nothing is under way, and nothing is known here that stands nowhere else. */
  get isIdle(): boolean {
    return this.#visit === undefined && this.#lanes.size === 0 && this.#unmarked.length === 0;
  }

  /** For how long the oldest is due; 0 when nothing is. */
  get oldestMs(): number {
    return Math.max(0, this.#options.clock.wallMs() - this.#dueSince);
  }

  /**
   * Begins to send whatever is due and not under way.
   *
   * @param book the notices as they were listed, in this version
   */
  visit(book: NoticeBook, version: string | undefined): void {
    const { clock, log } = this.#options;
    if (this.#visit !== undefined) return;
    const isResting = this.#rest?.version === version && clock.monotonicMs() < (this.#rest?.untilMs ?? 0);
    if (this.#unmarked.length === 0 && (isResting || clock.wallMs() < restsUntil(book))) return;
    this.#visit = this.#shared.reading
      .run(() => this.#begin(book, version))
      .catch((error: unknown) => {
        this.#note(book, []);
        log.warn({ err: error }, "the notices of somebody could not be delivered; they are tried again");
      })
      .finally(() => {
        this.#visit = undefined;
      });
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#visit;
    await Promise.all(this.#lanes.values());
  }

  async #begin(listed: NoticeBook, version: string | undefined): Promise<void> {
    const { clock } = this.#options;
    if (!this.#shared.mayGoOn()) return;
    if (this.#unmarked.length > 0) await this.#markSent();
    const rules = await this.#rules();
    // Rules of a form that is not known say nothing of where to deliver: what waits stays.
    if (rules === undefined) return;
    const destinations = destinationsOf(rules);
    const isOld = giveUpOld(listed, destinations, clock.wallMs()) !== listed;
    const book = isOld ? await this.#giveUpOld(destinations) : listed;
    this.#note(book, destinations);
    const due = destinations.filter((each) => dueMessages(book, each, clock.wallMs()).length > 0);
    if (due.length === 0) this.#rest = { version, untilMs: clock.monotonicMs() + restMs };
    for (const { id } of due) if (!this.#lanes.has(id)) this.#lanes.set(id, this.#lane(id));
  }

  async #lane(id: string): Promise<void> {
    try {
      await this.#shared.sending.run(this.#owner, () => this.#deliverTo(id));
    } catch (error) {
      this.#options.log.warn({ err: error }, "a notice could not be delivered; it is tried again");
    } finally {
      this.#lanes.delete(id);
    }
  }

  /** Read anew: it may have waited for its turn, and another replica may have sent meanwhile. */
  async #deliverTo(id: string): Promise<void> {
    const { clock, scopeOf } = this.#options;
    const untilMs = clock.monotonicMs() + shareMs;
    if (!this.#shared.mayGoOn()) return;
    const rules = await this.#rules();
    if (rules === undefined) return;
    const destinations = destinationsOf(rules);
    const destination = destinations.find((each) => each.id === id);
    if (destination === undefined) return;
    let book = await this.#giveUpOld(destinations);
    const messages = dueMessages(book, destination, clock.wallMs());
    if (messages.length === 0) return;
    // The garden's word of now, not what was remembered when the notice was made.
    const scope = await scopeOf(rules.owner);
    for (const message of messages) {
      if (!this.#shared.mayGoOn() || clock.monotonicMs() >= untilMs) return;
      const outcome = await this.#send({ ...message, notices: seenNotices(message.notices, scope) }, destination);
      book = await this.#mark({ message, outcome });
      this.#note(book, destinations);
      if (outcome.kind === "failed") return;
    }
  }

  /** Undefined where they are of a form that is not known. */
  #rules(): Promise<RuleBook | undefined> {
    return findBook(rulesPlace(this.#options.keeping, { name: this.#owner, groups: [] }));
  }

  async #send(message: Message, destination: StoredDestination): Promise<Outcome> {
    const { means, url, count, log } = this.#options;
    const { id, notices } = message;
    const { language } = destination;
    const outcome: Outcome =
      notices.length === 0
        ? { kind: "withheld" }
        : await speakIn(isLanguage(language) ? language : sourceLanguage, () =>
            means.send({ letter: { id, notices, url }, destination, owner: this.#owner }),
          );
    count(destination.kind, outcome.kind);
    const why = "why" in outcome ? { why: outcome.why } : {};
    // Whose it is and where it went stands beside the notices, for whom they belong to.
    log.info({ kind: destination.kind, result: outcome.kind, delivery: id, ...why }, "a notice was to be delivered");
    return outcome;
  }

  /** What could not be marked is remembered: here it is known that it was sent. */
  #mark(sent: Sent): Promise<NoticeBook> {
    this.#unmarked = [...this.#unmarked, sent];
    return this.#markSent();
  }

  /** One after the other: what two destinations were sent stands in one book. */
  #markSent(): Promise<NoticeBook> {
    const marking = this.#marking.then(() => this.#markNow());
    this.#marking = marking.catch(() => undefined);
    return marking;
  }

  async #markNow(): Promise<NoticeBook> {
    const { clock, random } = this.#options;
    const [sent, now, chance] = [this.#unmarked, clock.wallMs(), random()];
    const book = await this.#change((before) =>
      sent.reduce((rest, each) => settleMessage(rest, { ...each, now, chance }), before),
    );
    this.#unmarked = this.#unmarked.filter((each) => !sent.includes(each));
    return book;
  }

  #giveUpOld(destinations: readonly StoredDestination[]): Promise<NoticeBook> {
    return this.#change((before) => giveUpOld(before, destinations, this.#options.clock.wallMs()));
  }

  #change(change: (book: NoticeBook) => NoticeBook): Promise<NoticeBook> {
    return changeNoticeBook(this.#options.keeping, this.#owner, change);
  }

  #note(book: NoticeBook, destinations: readonly StoredDestination[]): void {
    const now = this.#options.clock.wallMs();
    const waitMs = oldestWaitMs(book, destinations, now);
    this.#dueSince = waitMs > 0 ? now - waitMs : Number.POSITIVE_INFINITY;
  }
}
