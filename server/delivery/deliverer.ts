import "server-only";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { hourMs, secondMs } from "#lib/kube/time-units.ts";
import { storedDestinationsOf } from "#lib/notices/stored-destinations.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { listPages } from "#server/garden/list-pages.ts";
import {
  deliveryLabel,
  parseNoticeConfigMap,
  parseRuleConfigMap,
  rulesLabel,
} from "#server/notices/notice-document-stores.ts";
import { Lease } from "./lease.ts";
import { OwnerConcurrencyLimit } from "./owner-concurrency-limit.ts";
import { OwnerDeliveries, type OwnerDeliveriesOptions, type SharedDeliveryContext } from "./owner-deliveries.ts";
import { reencryptAddresses } from "./reencrypt-addresses.ts";

const everyMs = 5 * secondMs;
const pageSize = 100;
/** Maximum of users whose stored notices are read concurrently. */
const readAtOnce = 16;
/** Maximum numbers of concurrent requests: in total, per user, and to slow receivers, so that others get slots. */
const sending = { most: 64, mostEach: 2, mostSlow: 48 } as const;
/** Time without a delivering replica after which delivery counts as stopped; taking over the lease needs less. */
const standstillMs = 60 * secondMs;
const leaseName = "almanac-delivery";

/**
 * Sends waiting notices as webhooks and mails. Only the replica that holds a Kubernetes Lease sends, and records each
 * delivery in the stored notices. If it stops between sending and recording, the next holder sends the message again
 * with the same id. Each destination is independent, so slow receivers delay nobody else.
 */
export class Deliverer {
  readonly #options: OwnerDeliveriesOptions;
  readonly #lease: Lease;
  readonly #shared: SharedDeliveryContext;
  /** Users with waiting notices, by user name. */
  readonly #owners = new Map<string, OwnerDeliveries>();
  readonly #cancels = new Set<() => void>();
  #listing: Promise<void> = Promise.resolve();
  #mayKeepLeases = true;
  /** When any replica was last known to look for waiting notices, in monotonic milliseconds. */
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
      sending: new OwnerConcurrencyLimit({ ...sending, clock: options.clock }),
    };
  }

  /** Whether Almanac could last read and write its Lease. Without the Lease nothing is delivered. */
  get mayKeepLeases(): boolean {
    return this.#mayKeepLeases;
  }

  /**
   * Since when (epoch milliseconds) no replica is known to deliver notices. Undefined if one did within the last
   * minute.
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

  /** Starts the timers: lease renewal and the search for waiting notices go on while messages are being sent. */
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

  /** Looks for waiting notices once, now, and waits for all deliveries that this starts. Never rejects. */
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

  /** Reads all waiting notices and starts their delivery without awaiting it. */
  async #round(): Promise<void> {
    if (!this.#mayGoOn) return;
    const waiting = new Set<string>();
    for await (const kept of this.#list(`${deliveryLabel}=waiting`)) {
      const book = parseNoticeConfigMap(kept);
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

  /** Encrypts stored addresses again with the current key while their old key still exists. */
  async #sealAgain(): Promise<void> {
    const { clock, keeping, means, log } = this.#options;
    if (!this.#mayGoOn || clock.monotonicMs() - this.#sealedAt < hourMs) return;
    this.#sealedAt = clock.monotonicMs();
    const notSealed = (error: unknown) => {
      log.warn({ err: error }, "an address could not be sealed with the new key; it is tried again in an hour");
    };
    try {
      for await (const kept of this.#list(`${rulesLabel}=own`)) {
        const book = parseRuleConfigMap(kept);
        if (book === undefined || storedDestinationsOf(book).length === 0) continue;
        await reencryptAddresses({ keeping, owner: book.owner.name, keys: means.keys }).catch(notSealed);
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
