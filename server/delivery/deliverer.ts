import "server-only";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { hourMs, secondMs } from "#lib/kube/time-units.ts";
import { destinationsOf } from "#lib/notices/destination-book.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { listPages } from "#server/garden/list-pages.ts";
import { deliveryLabel, noticeBookIn, ruleBookOf, rulesLabel } from "#server/notices/notice-places.ts";
import { FairSlots } from "./fair-slots.ts";
import { Lease } from "./lease.ts";
import { OwnerDeliveries, type OwnerDeliveriesOptions, type SharedMeans } from "./owner-deliveries.ts";
import { sealAgain } from "./seal-again.ts";

const everyMs = 5 * secondMs;
const pageSize = 100;
/** Of so many people it is found out at once what is due. */
const readAtOnce = 16;
/** Connections to receivers. Nobody has more than a few, and those whose receivers are slow leave some to the others. */
const sending = { most: 64, mostEach: 2, mostSlow: 48 } as const;
/** Longer than it takes until another replica has the lease. */
const standstillMs = 60 * secondMs;
const leaseName = "almanac-delivery";

/**
 * Delivers what waits outside Almanac. Of all replicas the holder of a Lease does, and marks what it has sent where the
 * notice stands. Between the sending and the mark lies a moment: whoever ends in it leaves a message that the next one
 * sends again, under the same id. Nobody waits for somebody else's receivers: each destination is sent to on its own.
 */
export class Deliverer {
  readonly #options: OwnerDeliveriesOptions;
  readonly #lease: Lease;
  readonly #shared: SharedMeans;
  /** By name: those for whom something waits. */
  readonly #owners = new Map<string, OwnerDeliveries>();
  readonly #cancels = new Set<() => void>();
  #listing: Promise<void> = Promise.resolve();
  #mayKeepLeases = true;
  /** Monotonic milliseconds: when somebody was last known to look for what waits. */
  #lookedMs: number;
  #sealedAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(options: OwnerDeliveriesOptions) {
    this.#options = options;
    this.#lookedMs = options.clock.monotonicMs();
    this.#lease = new Lease({ ...options.keeping, name: leaseName, clock: options.clock });
    this.#shared = {
      mayGoOn: () => this.#mayGoOn,
      reading: new ConcurrencyLimit(readAtOnce),
      sending: new FairSlots({ ...sending, clock: options.clock }),
    };
  }

  /** Whether the garden lets Almanac keep Leases, as it said last. Without one nothing is delivered. */
  get mayKeepLeases(): boolean {
    return this.#mayKeepLeases;
  }

  /**
   * Since when (epoch milliseconds) nobody is known to look for what waits: neither this replica, because the garden does
   * not tell it, nor another one. Undefined while somebody does, or did a minute ago.
   */
  get standsStillSince(): number | undefined {
    const { clock } = this.#options;
    const stillMs = clock.monotonicMs() - this.#lookedMs;
    return stillMs < standstillMs ? undefined : clock.wallMs() - stillMs;
  }

  get figures(): { readonly isLeader: boolean; readonly oldestSeconds: number; readonly lookedSeconds: number } {
    const { clock } = this.#options;
    const isLeader = this.#lease.isHeld;
    const waitsMs = Array.from(this.#owners.values(), ({ oldestMs }) => oldestMs);
    const lookedSeconds = (clock.monotonicMs() - this.#lookedMs) / secondMs;
    return { isLeader, lookedSeconds, oldestSeconds: isLeader ? Math.max(0, ...waitsMs) / secondMs : 0 };
  }

  /** The lease is renewed, and what waits is looked for, while messages are on their way. */
  start(): void {
    this.#repeat(() => this.#renew());
    this.#repeat(() => this.#sealAgain());
    this.#repeat(() => this.#beginAll());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const cancel of this.#cancels) cancel();
    await this.#settled();
    await this.#lease.release().catch((error: unknown) => {
      this.#options.log.info({ err: error }, "the lease of deliveries could not be given back; it runs out");
    });
  }

  /** Once, now, until all that could be begun has ended. Never rejects. */
  async check(): Promise<void> {
    await this.#renew();
    await this.#sealAgain();
    await this.#beginAll();
    await this.#settled();
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
      if (!this.#lease.isHeld) this.#lookedMs = this.#options.clock.monotonicMs();
    } catch (error) {
      const isForGood = error instanceof GardenError && error.reason === "forbidden";
      if (isForGood && this.#mayKeepLeases) log.warn({ err: error }, "nothing is delivered without a lease");
      if (isForGood) this.#mayKeepLeases = false;
      else log.info({ err: error }, "the lease of deliveries could not be renewed; it is tried again");
    }
  }

  #beginAll(): Promise<void> {
    this.#listing = this.#listing
      .then(() => this.#round())
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, "what is to be delivered could not be read; it is tried again");
      });
    return this.#listing;
  }

  async #settled(): Promise<void> {
    await this.#listing;
    await Promise.all(Array.from(this.#owners.values(), (owner) => owner.settled()));
  }

  /** Looks through all that waits, and waits for nothing of it. */
  async #round(): Promise<void> {
    if (!this.#mayGoOn) return;
    const waiting = new Set<string>();
    for await (const kept of this.#list(`${deliveryLabel}=waiting`)) {
      const book = noticeBookIn(kept);
      if (book === undefined) continue;
      const { owner } = book;
      waiting.add(owner);
      const deliveries = this.#owners.get(owner) ?? new OwnerDeliveries(owner, this.#options, this.#shared);
      this.#owners.set(owner, deliveries);
      deliveries.visit(book, kept.metadata.resourceVersion);
    }
    this.#lookedMs = this.#options.clock.monotonicMs();
    for (const [owner, { isIdle }] of this.#owners) if (isIdle && !waiting.has(owner)) this.#owners.delete(owner);
  }

  get #mayGoOn(): boolean {
    return !this.#stopped && this.#lease.isHeld;
  }

  /** Addresses outlive the key that sealed them, as long as somebody seals them again while it is there. */
  async #sealAgain(): Promise<void> {
    const { clock, keeping, means, log } = this.#options;
    if (!this.#mayGoOn || clock.monotonicMs() - this.#sealedAt < hourMs) return;
    this.#sealedAt = clock.monotonicMs();
    const notSealed = (error: unknown) => {
      log.warn({ err: error }, "an address could not be sealed with the new key; it is tried again in an hour");
    };
    try {
      for await (const kept of this.#list(`${rulesLabel}=own`)) {
        const book = ruleBookOf(kept);
        if (book === undefined || destinationsOf(book).length === 0) continue;
        await sealAgain({ keeping, owner: book.owner.name, keys: means.keys }).catch(notSealed);
      }
    } catch (error) {
      notSealed(error);
    }
  }

  async *#list(labelSelector: string): AsyncGenerator<KubeObject> {
    const { client, namespace } = this.#options.keeping;
    const pages = listPages(client, { resource: configMaps, namespace }, { labelSelector, limit: pageSize });
    for await (const { items } of pages) yield* items ?? [];
  }
}
