import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, vi } from "vitest";
import { POST as postAnnouncement } from "#app/api/announcements/route.ts";
import { POST as postDestination } from "#app/api/notices/destinations/route.ts";
import { GET, POST } from "#app/api/notices/route.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { announcementChangeResponseSchema } from "#lib/contract/announcements/announcements.ts";
import {
  type DestinationChangeRequest,
  destinationChangeResponseSchema,
  type WebhookShape,
} from "#lib/contract/destinations.ts";
import { type Notices, noticeChangeResponseSchema, noticesSchema, type WatchedEvents } from "#lib/contract/notices.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { leases, shoots } from "#lib/kube/resource.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { setTestApplication } from "#server/app/almanac.ts";
import type { Transport } from "#server/garden/transport.ts";
import { ownConfigMapsTarget, parseOkResponse } from "./demo-test-bed.ts";
import { deviceCookie } from "./device-cookie.ts";
import { connectEmbeddedGarden, startTestGarden } from "./embedded-garden.ts";
import { pageRequest, type RouteTestBed, startRouteTestBed } from "./route-test-bed.ts";
import { createSkewedClock, type SkewedClock } from "./skewed-clock.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

const minute = 60_000;
const person = "owner-commerce";
const payments = { resource: shoots, namespace: "garden-payments", name: "ledger-us" } as const;
const everything = { all: true, namespaces: new Set<string>() };
const ownLeases = { resource: leases, namespace: "almanac" };

interface Replica {
  readonly clock?: SkewedClock;
  readonly wrap?: (inner: Transport) => Transport;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a delivery test bed for all tests of a file, and resets it before each test. */
export async function openDeliveryTestBed(env: Readonly<Record<string, string>> = {}): Promise<DeliveryTestBed> {
  const desk = await DeliveryTestBed.start(env);
  beforeEach(() => desk.reset());
  afterAll(() => desk.stop());
  return desk;
}

/** An Almanac in tests that delivers notices to a local webhook receiver; further replicas can be started. */
export class DeliveryTestBed {
  readonly embedded: EmbeddedGarden;
  readonly receiver: WebhookReceiver;
  readonly clock = createSkewedClock();
  readonly folder = mkdtempSync(path.join(tmpdir(), "almanac-deliveries-"));
  /** Session key file that all replicas use. */
  readonly keyFile = path.join(this.folder, "session-key");
  readonly #env: Readonly<Record<string, string>>;
  readonly #earlier = new Set<string>();
  #first: RouteTestBed | undefined;

  private constructor(embedded: EmbeddedGarden, receiver: WebhookReceiver, env: Readonly<Record<string, string>>) {
    this.embedded = embedded;
    this.receiver = receiver;
    this.#env = env;
  }

  static async start(env: Readonly<Record<string, string>> = {}): Promise<DeliveryTestBed> {
    const { embedded } = await startTestGarden({ speed: 0 });
    const world = new DeliveryTestBed(embedded, await startWebhookReceiver(), env);
    world.writeKey(world.keyFile);
    world.#first = await world.replica({ clock: world.clock });
    return world;
  }

  get first(): RouteTestBed {
    if (this.#first === undefined) throw new Error("it has not been started");
    return this.#first;
  }

  writeKey(file: string): void {
    writeFileSync(file, randomBytes(32).toString("base64"), { mode: 0o600 });
  }

  /** Deletes stored data and Leases, and makes the webhook receiver accept requests again. */
  reset(): void {
    for (const { metadata } of this.embedded.api.list(ownConfigMapsTarget)) {
      this.embedded.api.delete({ ...ownConfigMapsTarget, name: metadata.name });
    }
    this.freeLease();
    this.receiver.answer(200);
    this.receiver.forget();
  }

  freeLease(): void {
    for (const { metadata } of this.embedded.api.list(ownLeases)) {
      this.embedded.api.delete({ ...ownLeases, name: metadata.name });
    }
  }

  async stop(): Promise<void> {
    await this.first.stop();
    this.receiver.close();
    await this.embedded.stop();
    rmSync(this.folder, { recursive: true });
  }

  async replica({ clock = createSkewedClock(), wrap, env = {} }: Replica = {}): Promise<RouteTestBed> {
    const allowed = {
      WEBHOOK_ALLOW: "127.0.0.0/8",
      WEBHOOK_PLAIN_HTTP: "true",
      PUBLIC_ORIGIN: "http://localhost:3000",
    };
    const found = connectEmbeddedGarden(this.embedded, wrap);
    const all = { ...allowed, SESSION_KEY_FILES: this.keyFile, ...this.#env, ...env };
    const started = await startRouteTestBed({ found, clock, env: all });
    await vi.waitUntil(() => started.app.isReady() && started.app.fleet.isSettled(), eventuallyTimeoutMs);
    return started;
  }

  deliver(by = this.first): Promise<void> | undefined {
    return by.app.deliverer?.check();
  }

  async read(identity = person, at = this.first): Promise<Notices> {
    setTestApplication(at.app);
    return parseOkResponse(
      await GET(pageRequest("/api/notices", { cookie: await this.#cookie(identity) })),
      noticesSchema,
    );
  }

  async change(body: DestinationChangeRequest, identity = person): Promise<Response> {
    setTestApplication(this.first.app);
    const cookie = await this.#cookie(identity);
    return postDestination(
      pageRequest("/api/notices/destinations", { method: "POST", cookie, body: JSON.stringify(body) }),
    );
  }

  async changed(body: DestinationChangeRequest, identity = person) {
    return parseOkResponse(await this.change(body, identity), destinationChangeResponseSchema);
  }

  webhook(shape: WebhookShape = "json", { url = this.receiver.url, identity = person } = {}) {
    return this.changed(
      { kind: "add-webhook", name: "Operations", shape, url: `${url}/hook?key=canary-key` },
      identity,
    );
  }

  /** Creates a watch rule of a user, whose notices are sent to the given destinations. */
  async watch(to: readonly string[], identity = person, events: WatchedEvents = { unhealthy: 5 }): Promise<void> {
    setTestApplication(this.first.app);
    const subject = { kind: "view", address: "/clusters?project=payments" };
    const body = JSON.stringify({ kind: "save", name: "Payments", subject, events, to });
    const cookie = await this.#cookie(identity);
    await parseOkResponse(
      await POST(pageRequest("/api/notices", { method: "POST", cookie, body })),
      noticeChangeResponseSchema,
    );
  }

  /** Writes an announcement as an operator does. */
  async announce(body: object): Promise<void> {
    setTestApplication(this.first.app);
    const entry = { kind: "save", name: "Maintenance", importance: "info", place: { kind: "landscape" }, ...body };
    const cookie = await this.#cookie("operator");
    const request = pageRequest("/api/announcements", { method: "POST", cookie, body: JSON.stringify(entry) });
    await parseOkResponse(await postAnnouncement(request), announcementChangeResponseSchema);
  }

  /** Makes a cluster unhealthy, so that the watch rule reports it in a notice that waits for delivery. */
  async happen(): Promise<void> {
    await this.#breakShoot();
    await this.first.app.ruleWatch?.check();
  }

  /** Creates a webhook and a notice that waits for delivery to it. */
  async told(shape: WebhookShape = "json"): Promise<{ readonly id: string; readonly secret: string }> {
    const { id, secret = "" } = await this.webhook(shape);
    await this.watch([id]);
    await this.happen();
    const { notices } = await this.read();
    if (notices.length !== 1) throw new Error(`${notices.length} notices were told`);
    return { id, secret };
  }

  /** Makes the cluster unhealthy since a time that no earlier call used. */
  async #breakShoot(): Promise<void> {
    let at = this.clock.wallMs() - 10 * minute;
    while (this.#earlier.has(formatInstant(at))) at -= 1_000;
    const since = formatInstant(at);
    this.#earlier.add(since);
    const broken = { type: "EveryNodeReady", status: "False", lastTransitionTime: since, lastUpdateTime: since };
    this.embedded.api.patch<Shoot>({ ...payments, subresource: "status" }, { status: { conditions: [broken] } });
    const { store } = this.first.app.fleet;
    const isThis = ({ project, name }: { readonly project: string; readonly name: string }) =>
      project === "payments" && name === payments.name;
    await vi.waitUntil(() => store.rows(everything).find(isThis)?.unhealthySince === since, eventuallyTimeoutMs);
  }

  #cookie(identity: string): Promise<string> {
    return deviceCookie(this.first.app, this.embedded, identity);
  }
}
