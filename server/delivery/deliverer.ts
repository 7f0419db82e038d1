import "server-only";
import type { Logger } from "pino";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { hourMs, secondMs } from "#lib/kube/time-units.ts";
import { isLanguage, sourceLanguage } from "#lib/language/languages.ts";
import {
  dueMessages,
  giveUpOld,
  type Message,
  type Outcome,
  oldestWaitMs,
  settleMessage,
} from "#lib/view/notices/deliveries.ts";
import { destinationsOf, type KeptDestination } from "#lib/view/notices/destination-book.ts";
import type { NoticeBook } from "#lib/view/notices/notice-book.ts";
import type { RuleBook } from "#lib/view/notices/rule-book.ts";
import type { Identity } from "../access/access-reviews.ts";
import { covers, type UserScope } from "../access/user-scope.ts";
import { GardenError } from "../garden/garden-error.ts";
import { listPages } from "../garden/list-pages.ts";
import { findConfigMap } from "../kept/change-config-map.ts";
import type { OwnKeeping } from "../kept/own-keeping.ts";
import { speakIn } from "../language/speak.ts";
import {
  changeNoticeBook,
  deliveryLabel,
  noticeBookIn,
  ruleBookOf,
  rulesLabel,
  rulesTarget,
} from "../notices/notice-places.ts";
import type { Clock } from "../watch/clock.ts";
import type { DeliveryMeans } from "./delivery-means.ts";
import { Lease } from "./lease.ts";
import { sealAgain } from "./seal-again.ts";

export interface DelivererOptions {
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
  readonly count: (kind: KeptDestination["kind"], result: Outcome["kind"]) => void;
}

const everyMs = 5 * secondMs;
const pageSize = 100;
/** People whose notices are delivered at the same time: one whose receivers are slow keeps up none of the others. */
const atOnce = 16;
const leaseName = "almanac-delivery";

interface Sent {
  readonly message: Message;
  readonly outcome: Outcome;
}

/**
 * Delivers what waits outside Almanac. Of all replicas the holder of a Lease does, and marks what it has sent where the
 * notice stands. Between the sending and the mark lies a moment: whoever ends in it leaves a message that the next one
 * sends again, under the same id.
 */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #lease: Lease;
  readonly #limit = new ConcurrencyLimit(atOnce);
  /** By owner: what was sent, and could not be marked. It is marked before anything else is sent. */
  readonly #unmarked = new Map<string, readonly Sent[]>();
  readonly #cancels = new Set<() => void>();
  #running: Promise<void> = Promise.resolve();
  #mayKeepLeases = true;
  #oldestMs = 0;
  #sealedAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#lease = new Lease({ ...options.keeping, name: leaseName, clock: options.clock });
  }

  /** Whether the garden lets Almanac keep Leases, as it said last. Without one nothing is delivered. */
  get mayKeepLeases(): boolean {
    return this.#mayKeepLeases;
  }

  get figures(): { readonly isLeader: boolean; readonly oldestSeconds: number } {
    const isLeader = this.#lease.isHeld;
    return { isLeader, oldestSeconds: isLeader ? this.#oldestMs / secondMs : 0 };
  }

  /** The lease is renewed while messages are on their way. */
  start(): void {
    this.#repeat(() => this.#renew());
    this.#repeat(() => this.#deliver());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const cancel of this.#cancels) cancel();
    await this.#running;
    await this.#lease.release().catch((error: unknown) => {
      this.#options.log.info({ err: error }, "the lease of deliveries could not be given back; it runs out");
    });
  }

  /** Once, now. Never rejects. */
  async check(): Promise<void> {
    await this.#renew();
    await this.#deliver();
  }

  #repeat(work: () => Promise<void>): void {
    const cancel = this.#options.clock.startTimer(everyMs, () => {
      this.#cancels.delete(cancel);
      void work().then(() => {
        if (!this.#stopped) this.#repeat(work);
      });
    });
    this.#cancels.add(cancel);
  }

  async #renew(): Promise<void> {
    if (this.#stopped) return;
    const { log } = this.#options;
    try {
      await this.#lease.renew();
      this.#mayKeepLeases = true;
    } catch (error) {
      const isForGood = error instanceof GardenError && error.reason === "forbidden";
      if (isForGood && this.#mayKeepLeases) log.warn({ err: error }, "nothing is delivered without a lease");
      if (isForGood) this.#mayKeepLeases = false;
      else log.info({ err: error }, "the lease of deliveries could not be renewed; it is tried again");
    }
  }

  #deliver(): Promise<void> {
    this.#running = this.#running
      .then(() => this.#round())
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, "what is to be delivered could not be read; it is tried again");
      });
    return this.#running;
  }

  async #round(): Promise<void> {
    if (!this.#mayGoOn) return;
    await this.#sealAgain();
    const waits: Promise<number>[] = [];
    for await (const kept of this.#list(`${deliveryLabel}=waiting`)) {
      waits.push(this.#limit.run(() => this.#deliverOf(kept)));
    }
    this.#oldestMs = Math.max(0, ...(await Promise.all(waits)));
  }

  get #mayGoOn(): boolean {
    return !this.#stopped && this.#lease.isHeld;
  }

  /** What one person is to be sent. Answers how long the oldest of it has waited. */
  async #deliverOf(kept: KubeObject): Promise<number> {
    const { keeping, clock, log } = this.#options;
    const book = noticeBookIn(kept);
    if (book === undefined) return 0;
    try {
      if (this.#unmarked.has(book.owner)) await this.#markSent(book.owner);
      const keptRules = await findConfigMap({ client: keeping.client, target: rulesTarget(keeping, book.owner) });
      const rules = keptRules && ruleBookOf(keptRules);
      // Rules of a form that is not known say nothing of where to deliver: what waits stays.
      if (keptRules !== undefined && rules === undefined) return 0;
      const destinations = rules === undefined ? [] : destinationsOf(rules);
      const left = await this.#deliverAll(book.owner, rules, destinations);
      return oldestWaitMs(left, destinations, clock.wallMs());
    } catch (error) {
      log.warn({ err: error }, "the notices of somebody could not be delivered; they are tried again");
      return oldestWaitMs(book, [], clock.wallMs());
    }
  }

  async #deliverAll(
    owner: string,
    rules: RuleBook | undefined,
    destinations: readonly KeptDestination[],
  ): Promise<NoticeBook> {
    const { clock } = this.#options;
    let book = await this.#change(owner, (before) => giveUpOld(before, destinations, clock.wallMs()));
    for (const destination of destinations) {
      const messages = dueMessages(book, destination, clock.wallMs());
      if (messages.length === 0 || rules === undefined) continue;
      // The garden's word of now, not what was remembered when the notice was made.
      const scope = await this.#options.scopeOf(rules.owner);
      for (const message of messages) {
        if (!this.#mayGoOn) return book;
        const outcome = await this.#send(seenIn(message, scope), { destination, owner });
        book = await this.#mark(owner, { message, outcome });
        if (outcome.kind === "failed") break;
      }
    }
    return book;
  }

  async #send(message: Message, to: { readonly destination: KeptDestination; readonly owner: string }) {
    const { means, url, count, log } = this.#options;
    const { id, notices } = message;
    const { language } = to.destination;
    const outcome: Outcome =
      notices.length === 0
        ? { kind: "withheld" }
        : await speakIn(isLanguage(language) ? language : sourceLanguage, () =>
            means.send({ letter: { id, notices, url }, ...to }),
          );
    count(to.destination.kind, outcome.kind);
    const why = "why" in outcome ? { why: outcome.why } : {};
    // Whose it is and where it went stands beside the notices, for whom they belong to.
    log.info({ kind: to.destination.kind, result: outcome.kind, delivery: id, ...why }, "a notice was to be delivered");
    return outcome;
  }

  /** What could not be marked is remembered: here it is known that it was sent. */
  async #mark(owner: string, sent: Sent): Promise<NoticeBook> {
    this.#unmarked.set(owner, [...(this.#unmarked.get(owner) ?? []), sent]);
    return this.#markSent(owner);
  }

  async #markSent(owner: string): Promise<NoticeBook> {
    const { clock, random } = this.#options;
    const [sent, now, chance] = [this.#unmarked.get(owner) ?? [], clock.wallMs(), random()];
    const book = await this.#change(owner, (before) =>
      sent.reduce((rest, each) => settleMessage(rest, { ...each, now, chance }), before),
    );
    this.#unmarked.delete(owner);
    return book;
  }

  #change(owner: string, change: (book: NoticeBook) => NoticeBook): Promise<NoticeBook> {
    return changeNoticeBook(this.#options.keeping, owner, (before) => {
      const book = change(before);
      return { book, value: book };
    });
  }

  /** Addresses outlive the key that sealed them, as long as somebody seals them again while it is there. */
  async #sealAgain(): Promise<void> {
    const { clock, keeping, means, log } = this.#options;
    if (clock.monotonicMs() - this.#sealedAt < hourMs) return;
    this.#sealedAt = clock.monotonicMs();
    for await (const kept of this.#list(`${rulesLabel}=own`)) {
      const book = ruleBookOf(kept);
      if (book === undefined || destinationsOf(book).length === 0) continue;
      await sealAgain({ keeping, owner: book.owner.name, keys: means.keys }).catch((error: unknown) => {
        log.warn({ err: error }, "an address could not be sealed with the new key; it is tried again in an hour");
      });
    }
  }

  async *#list(labelSelector: string): AsyncGenerator<KubeObject> {
    const { client, namespace } = this.#options.keeping;
    const pages = listPages(client, { resource: configMaps, namespace }, { labelSelector, limit: pageSize });
    for await (const { items } of pages) yield* items ?? [];
  }
}

/** Without what its reader may not see any more. How many more there were is not said then. */
function seenIn(message: Message, scope: UserScope): Message {
  const notices = message.notices.flatMap((notice) => {
    const lines = notice.lines.filter(({ namespace }) => covers(scope, namespace));
    if (lines.length === 0) return [];
    return [{ ...notice, lines, more: lines.length === notice.lines.length ? notice.more : 0 }];
  });
  return { ...message, notices };
}
