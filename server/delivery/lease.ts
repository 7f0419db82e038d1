import "server-only";
import { randomUUID } from "node:crypto";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { leases } from "#lib/kube/resource.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";
import type { ServerClock } from "#server/watch/clock.ts";

export interface LeaseOptions extends PersonalDataStorage {
  readonly name: string;
  readonly clock: ServerClock;
}

/** Duration of the Lease: after this long without a renewal another replica can take it. */
const lastsSeconds = 30;
/** Maximum duration of work under the Lease. Shorter than the Lease, so that it ends before another replica begins. */
export const maxLeaseWorkMs = 18 * secondMs;

interface Observed {
  readonly version: string;
  readonly atMs: number;
}

/**
 * Elects one replica by a Kubernetes Lease, for work that must not run twice. Clocks of replicas are never compared: a
 * Lease counts as abandoned when it has not changed for its duration by the observer's own clock.
 */
export class Lease {
  readonly holder = randomUUID();
  readonly #options: LeaseOptions;
  #heldUntilMs = Number.NEGATIVE_INFINITY;
  #observed: Observed | undefined;
  #renewal: Promise<void> = Promise.resolve();

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#options.clock.monotonicMs() < this.#heldUntilMs;
  }

  /** Renews the lease, or takes it when it is free. Rejects with a GardenError when the garden does not answer. */
  renew(): Promise<void> {
    // Serialized: two concurrent renewals would conflict with each other.
    const renewal = this.#renewal.then(() => this.#renew());
    this.#renewal = renewal.catch(() => undefined);
    return renewal;
  }

  async #renew(): Promise<void> {
    const { clock } = this.#options;
    const beganMs = clock.monotonicMs();
    const isOurs = await resultOrReason(this.#write(), "conflict", "already-exists");
    this.#heldUntilMs = isOurs === true ? beganMs + maxLeaseWorkMs : Number.NEGATIVE_INFINITY;
  }

  /** Releases the lease, so that another replica can take it immediately. */
  async release(): Promise<void> {
    if (!this.isHeld) return;
    this.#heldUntilMs = Number.NEGATIVE_INFINITY;
    const { client } = this.#options;
    const { body: lease } = await client.get<KubeObject>(this.#target);
    if (holderOf(lease) !== this.holder) return;
    await client.patch(this.#target, { ...boundTo(lease), spec: { holderIdentity: "", leaseDurationSeconds: 1 } });
  }

  /** Creates, renews or takes the lease; returns whether this replica now holds it. */
  async #write(): Promise<boolean> {
    const { client, namespace, clock } = this.#options;
    const renewTime = new Date(clock.wallMs()).toISOString().replace("Z", "000Z");
    const spec = { holderIdentity: this.holder, leaseDurationSeconds: lastsSeconds, renewTime };
    const lease = await this.#find();
    if (lease === undefined) {
      const { name } = this.#options;
      const body = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name, namespace } };
      await client.create({ resource: leases, namespace }, { ...body, spec: { ...spec, acquireTime: renewTime } });
      return true;
    }
    if (holderOf(lease) === this.holder) {
      await client.patch(this.#target, { ...boundTo(lease), spec });
      return true;
    }
    if (!this.#isFree(lease)) return false;
    const leaseTransitions = Number(fieldAt(lease, "spec", "leaseTransitions") ?? 0) + 1;
    const taken = { ...spec, acquireTime: renewTime, leaseTransitions };
    await client.patch(this.#target, { ...boundTo(lease), spec: taken });
    return true;
  }

  #isFree(lease: KubeObject): boolean {
    if ((holderOf(lease) ?? "") === "") return true;
    const nowMs = this.#options.clock.monotonicMs();
    const { resourceVersion: version = "" } = lease.metadata;
    if (this.#observed?.version !== version) this.#observed = { version, atMs: nowMs };
    const seconds = Number(fieldAt(lease, "spec", "leaseDurationSeconds") ?? lastsSeconds);
    return nowMs - this.#observed.atMs > seconds * secondMs;
  }

  async #find(): Promise<KubeObject | undefined> {
    const found = await resultOrReason(this.#options.client.get<KubeObject>(this.#target, { once: true }), "not-found");
    return found === "not-found" ? undefined : found.body;
  }

  get #target() {
    const { namespace, name } = this.#options;
    return { resource: leases, namespace, name };
  }
}

function holderOf(lease: KubeObject): string | undefined {
  return stringAt(lease, "spec", "holderIdentity");
}

function boundTo({ metadata: { uid, resourceVersion = "" } }: KubeObject) {
  return { metadata: { uid, resourceVersion } };
}
