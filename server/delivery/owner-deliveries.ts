import "server-only";
import type { Logger } from "pino";
import type { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { isLanguage, sourceLanguage } from "#lib/language/languages.ts";
import {
  type DeliveryOutcome,
  type DestinationMessage,
  deliveriesPausedUntil,
  dueMessages,
  giveUpOldDeliveries,
  oldestWaitMs,
  recordDeliveryOutcome,
} from "#lib/notices/deliveries.ts";
import type { NoticeDocument } from "#lib/notices/notice-document.ts";
import type { RuleDocument } from "#lib/notices/rule-document.ts";
import { type StoredDestination, storedDestinationsOf } from "#lib/notices/stored-destinations.ts";
import type { UserIdentity } from "#server/access/access-reviews.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { runInLanguage } from "#server/language/run-in-language.ts";
import { ruleDocumentStore, updateNoticeDocument } from "#server/notices/notice-document-stores.ts";
import { visibleNotices } from "#server/notices/visible-notices.ts";
import { findDocument } from "#server/storage/document-store.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";
import type { ServerClock } from "#server/watch/clock.ts";
import type { DeliveryChannels } from "./delivery-channels.ts";
import type { OwnerConcurrencyLimit } from "./owner-concurrency-limit.ts";

export interface OwnerDeliveriesOptions {
  readonly keeping: PersonalDataStorage;
  readonly means: DeliveryChannels;
  /** Reads the current scope of a user from the garden, without a session of that user. */
  readonly scopeOf: (identity: UserIdentity) => Promise<UserScope>;
  /** Prefix of the garden's page URLs. */
  readonly url: string | undefined;
  readonly clock: ServerClock;
  readonly random: () => number;
  readonly log: Logger;
  /** Counts the result of a delivery attempt for metrics. */
  readonly count: (kind: StoredDestination["kind"], result: DeliveryOutcome["kind"]) => void;
}

/** What the deliveries of all users share. */
export interface SharedDeliveryContext {
  /** Whether this replica still holds the Lease for deliveries. */
  readonly mayGoOn: () => boolean;
  /** Limits concurrent reads of stored notices, one per user. */
  readonly reading: ConcurrencyLimit;
  /** Slots for requests to webhook receivers and mail servers. */
  readonly sending: OwnerConcurrencyLimit;
}

/** Maximum time for which one destination is sent messages before other destinations have their turn. */
const shareMs = 5 * secondMs;
/** Pause between reads of a user's notices while no message is due and none is added; digests can be this late. */
const restMs = 30 * secondMs;

interface Sent {
  readonly message: DestinationMessage;
  readonly outcome: DeliveryOutcome;
}

/** Sends the waiting notices of one user. Each destination is independent. */
export class OwnerDeliveries {
  readonly #owner: string;
  readonly #options: OwnerDeliveriesOptions;
  readonly #shared: SharedDeliveryContext;
  /** Messages that were sent but are not yet recorded as sent. They are recorded before another message is sent. */
  #unmarked: readonly Sent[] = [];
  #marking: Promise<unknown> = Promise.resolve();
  #visit: Promise<void> | undefined;
  /** Deliveries in progress, by destination. */
  readonly #lanes = new Map<string, Promise<void>>();
  /** Version of the stored notices in which no message was due, and until when they are not read again. */
  #rest: { readonly version: string | undefined; readonly untilMs: number } | undefined;
  /** Since when the oldest message is due, in epoch milliseconds. */
  #dueSince = Number.POSITIVE_INFINITY;

  constructor(owner: string, options: OwnerDeliveriesOptions, shared: SharedDeliveryContext) {
    this.#owner = owner;
    this.#options = options;
    this.#shared = shared;
  }

  /** Whether no delivery is running, and every sent message is recorded. */
  get isIdle(): boolean {
    return this.#visit === undefined && this.#lanes.size === 0 && this.#unmarked.length === 0;
  }

  /** How long the oldest message has been due; 0 when none is. */
  get oldestMs(): number {
    return Math.max(0, this.#options.clock.wallMs() - this.#dueSince);
  }

  /**
   * Starts every delivery that is due and not running already.
   *
   * @param book the user's stored notices at resource version `version`
   */
  visit(book: NoticeDocument, version: string | undefined): void {
    const { clock, log } = this.#options;
    if (this.#visit !== undefined) return;
    const isResting = this.#rest?.version === version && clock.monotonicMs() < (this.#rest?.untilMs ?? 0);
    if (this.#unmarked.length === 0 && (isResting || clock.wallMs() < deliveriesPausedUntil(book))) return;
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

  /** Resolves when all running deliveries have ended. */
  async settled(): Promise<void> {
    await this.#visit;
    await Promise.all(this.#lanes.values());
  }

  async #begin(listed: NoticeDocument, version: string | undefined): Promise<void> {
    const { clock } = this.#options;
    if (!this.#shared.mayGoOn()) return;
    if (this.#unmarked.length > 0) await this.#markSent();
    const rules = await this.#rules();
    // Stored in an unknown format, the destinations cannot be read, so the messages stay waiting.
    if (rules === undefined) return;
    const destinations = storedDestinationsOf(rules);
    const isOld = giveUpOldDeliveries(listed, destinations, clock.wallMs()) !== listed;
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

  /** Sends a destination's due messages. Rules and notices are reread first: another replica may have sent some. */
  async #deliverTo(id: string): Promise<void> {
    const { clock, scopeOf } = this.#options;
    const untilMs = clock.monotonicMs() + shareMs;
    if (!this.#shared.mayGoOn()) return;
    const rules = await this.#rules();
    if (rules === undefined) return;
    const destinations = storedDestinationsOf(rules);
    const destination = destinations.find((each) => each.id === id);
    if (destination === undefined) return;
    let book = await this.#giveUpOld(destinations);
    const messages = dueMessages(book, destination, clock.wallMs());
    if (messages.length === 0) return;
    // The user's current permissions decide, not those at the time when the notice was made.
    const scope = await scopeOf(rules.owner);
    for (const message of messages) {
      if (!this.#shared.mayGoOn() || clock.monotonicMs() >= untilMs) return;
      const outcome = await this.#send({ ...message, notices: visibleNotices(message.notices, scope) }, destination);
      book = await this.#mark({ message, outcome });
      this.#note(book, destinations);
      if (outcome.kind === "failed") return;
    }
  }

  /** The user's stored rules; undefined when they are stored in an unknown format. */
  #rules(): Promise<RuleDocument | undefined> {
    return findDocument(ruleDocumentStore(this.#options.keeping, { name: this.#owner, groups: [] }));
  }

  async #send(message: DestinationMessage, destination: StoredDestination): Promise<DeliveryOutcome> {
    const { means, url, count, log } = this.#options;
    const { id, notices } = message;
    const { language } = destination;
    const outcome: DeliveryOutcome =
      notices.length === 0
        ? { kind: "withheld" }
        : await runInLanguage(isLanguage(language) ? language : sourceLanguage, () =>
            means.send({ letter: { id, notices, url }, destination, owner: this.#owner }),
          );
    count(destination.kind, outcome.kind);
    const why = "why" in outcome ? { why: outcome.why } : {};
    // User and address are not logged: a user can see them with the stored notices.
    log.info({ kind: destination.kind, result: outcome.kind, delivery: id, ...why }, "a notice was to be delivered");
    return outcome;
  }

  /** Records a message as sent. It also stays in memory until then: only this process knows that it was sent. */
  #mark(sent: Sent): Promise<NoticeDocument> {
    this.#unmarked = [...this.#unmarked, sent];
    return this.#markSent();
  }

  /** Runs one write at a time, since the sent messages of all destinations are recorded in the same ConfigMap. */
  #markSent(): Promise<NoticeDocument> {
    const marking = this.#marking.then(() => this.#markNow());
    this.#marking = marking.catch(() => undefined);
    return marking;
  }

  async #markNow(): Promise<NoticeDocument> {
    const { clock, random } = this.#options;
    const [sent, now, chance] = [this.#unmarked, clock.wallMs(), random()];
    const book = await this.#change((before) =>
      sent.reduce((rest, each) => recordDeliveryOutcome(rest, { ...each, now, chance }), before),
    );
    this.#unmarked = this.#unmarked.filter((each) => !sent.includes(each));
    return book;
  }

  #giveUpOld(destinations: readonly StoredDestination[]): Promise<NoticeDocument> {
    return this.#change((before) => giveUpOldDeliveries(before, destinations, this.#options.clock.wallMs()));
  }

  #change(change: (book: NoticeDocument) => NoticeDocument): Promise<NoticeDocument> {
    return updateNoticeDocument(this.#options.keeping, this.#owner, change);
  }

  #note(book: NoticeDocument, destinations: readonly StoredDestination[]): void {
    const now = this.#options.clock.wallMs();
    const waitMs = oldestWaitMs(book, destinations, now);
    this.#dueSince = waitMs > 0 ? now - waitMs : Number.POSITIVE_INFINITY;
  }
}
